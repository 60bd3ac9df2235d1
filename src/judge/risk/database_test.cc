#include <gtest/gtest.h>

#include "judge/risk/risk_cases.h"

namespace assay::judge {
namespace {

TEST(RiskDatabase, SchemasAndRows) {
  expect_risky(
      Area::database,
      {
          {"migrations/0002.sql", "+ALTER TABLE users DROP COLUMN email;"},
          {"migrations/0003.sql", "+ALTER TABLE users RENAME COLUMN email TO mail;"},
          {"migrations/0004.sql", "+ALTER TABLE users ADD COLUMN plan text NOT NULL;"},
          {"migrations/0005.sql", "+ALTER TABLE users ALTER COLUMN age TYPE bigint;"},
          {"migrations/0006.sql", "+DROP TABLE sessions;"},
          {"migrations/0007.sql", "+UPDATE users\n+SET active = false;"},
          {"migrations/0008.sql", "+DELETE FROM users;"},
          {"alembic/versions/1.py", " def upgrade():\n+    op.drop_column('users', 'email')\n     pass"},
          {"app/migrations/0002_x.py",
           "     operations = [\n+        migrations.RemoveField(model_name='user', name='email'),\n     ]"},
          {"db/migrate/2_x.rb",
           " class X < ActiveRecord::Migration[7.0]\n   def change\n+    remove_column :users, :email\n   end"},
          {"db/migrate/3_x.rb", "   def change\n+    add_column :users, :plan, :string, null: false\n   end"},
          {"migrations/3.js",
           " exports.up = (knex) => knex.schema.table('users', (table) => {\n+  table.dropColumn('email');\n });"},
          {"database/migrations/1_x.php",
           "     public function up()\n     {\n+        Schema::dropIfExists('users');\n     }"},
          {"Migrations/X.cs",
           "         protected override void Up(MigrationBuilder migrationBuilder)\n         {\n+            "
           "migrationBuilder.DropColumn(name: \"Email\", table: \"Users\");\n         }"},
          {"src/models.py",
           " class User(models.Model):\n-    email = models.EmailField()\n     name = models.CharField()"},
          {"src/models.py",
           " class User(Base):\n-    age = Column(Integer)\n+    age = Column(String)\n     name = Column(String)"},
          {"prisma/schema.prisma", " model User {\n   id Int @id\n-  email String\n }"},
          {"src/store.ts", "+  await db.query('ALTER TABLE users DROP COLUMN email');\n   return 1;"},
      });
}

TEST(RiskDatabase, LookAlikes) {
  expect_calm({
      {"schema.sql", "+-- dump\n+CREATE TABLE customers (id INTEGER PRIMARY KEY);"},

      {"db/migrate/5_x.rb", "   def change\n+    change_column_comment(:users, :id, text)\n   end"},
      {"migrations/0009.sql", "+ALTER TABLE users DROP FOREIGN KEY users_fk;"},

      {"migrations/0002.sql", "+CREATE TABLE plans (id int NOT NULL);"},
      {"cmd/serve.go", "-\tkey, err := models.GetKeyByRepo(a.ID)\n+\tkey, err := models.GetKey(a.ID)\n \tuse(key)"},
      {"migrations/0004.sql", "+CREATE INDEX users_email ON users (email);"},
      {"migrations/0006.sql", "+UPDATE users\n+SET active = false\n+WHERE id = 3;"},
      {"migrations/0007.sql", "+DELETE FROM users WHERE id = 3;"},
      {"migrations/0008.down.sql", "+DROP TABLE plans;"},
      {"alembic/versions/1.py",
       " def upgrade():\n+    op.create_table('plans')\n \n def downgrade():\n+    op.drop_table('plans')"},
      {"src/frame.py", "-    df = df.drop(columns=['a'])\n+    df = df.drop(columns=['a', 'b'])"},
      {"src/drag.ts", "-  onDrop(event);\n+  onDropFile(event);"},
      {"src/models.py",
       " class User(models.Model):\n+    nick = models.CharField(null=True)\n     name = models.CharField()"},
      {"docs/migrate.md", "-DROP TABLE users;\n+ALTER TABLE users DROP COLUMN email;"},
      {"src/log.ts", "-  log('Update users set');\n+  log('drop table of contents');"},
      {"src/a.ts", "+  // ALTER TABLE users DROP COLUMN email\n   x();"},
      {"tests/test_db.py", "+    db.execute('DROP TABLE users')\n     pass"},
      {"src/store.go", "+\tdb.Exec(\"UPDATE users SET active = false WHERE id = ?\", id)\n \treturn nil"},
      {"db/migrate/4_x.rb", "   def change\n+    add_index :users, :email\n   end"},
      {"migrations/0012.sql", "+ALTER TABLE users ADD CONSTRAINT users_email UNIQUE (email);"},
      {"migrations/0013.sql", "+CREATE TABLE plans (\n+  id int NOT NULL,\n+  added text\n+);"},
      {"migrations/4.js",
       " exports.up = (knex) => knex.schema.createTable('plans', (table) => {\n+  table.string('nick');\n });"},
      {"database/migrations/2_x.php",
       "     public function up() {\n+        Schema::create('plans', function ($table) {\n+            "
       "$table->string('nick');\n+        });\n     }"},
      {"priv/repo/migrations/3_x.exs",
       "   def change do\n+    create table(:plans) do\n+      add :nick, :string\n+    end\n   end"},
      {"db/migrate/5_x.rb", "   def change\n+    create_table :plans do |t|\n+      t.string :nick\n+    end\n   end"},
      {"migrations/0014.down.sql", "+ALTER TABLE users ADD COLUMN plan text;"},
      {"src/grid.ts", "+  grid.addColumn('nick');\n   draw();"},
      {"src/table.py", "+    table.add_column('nick')\n     draw()"},
      {"prisma/schema.prisma", " }\n+model Plan {\n+  id Int @id\n+  nick String?\n+}"},
  });
}

TEST(RiskDatabase, ANewColumnIsForAReviewerToSeeCoveredOrNot) {
  const FileChange changes[] = {
      {"migrations/0003.sql", "+ALTER TABLE users ADD COLUMN plan text;"},
      {"migrations/0005.sql", "+ALTER TABLE users ADD COLUMN plan text NOT NULL DEFAULT 'free';"},
      {"db/changes.sql", "+alter table users\n+  add column plan text,\n+  add column nick text;"},
      {"migrations/0006.sql", "+ALTER TABLE users\n+  ADD nick varchar(20) NULL;"},
      {"app/migrations/0002_x.py",
       "     operations = [\n+        migrations.AddField(model_name='user', name='nick', "
       "field=models.CharField(null=True)),\n     ]"},
      {"alembic/versions/1.py",
       " def upgrade():\n+    op.add_column('users', sa.Column('nick', sa.String()))\n \n def downgrade():\n+    "
       "op.drop_column('users', 'nick')"},
      {"db/migrate/4_x.rb",
       "   def change\n+    add_index :users, :email\n+    add_column :users, :nick, :string\n   end"},
      {"db/migrate/5_x.rb", "   def change\n+    change_table :users do |t|\n+      t.string :nick\n+    end\n   end"},
      {"migrations/3.js",
       " exports.up = (knex) => knex.schema.alterTable('users', (table) => {\n+  table.string('nick');\n });"},
      {"migrations/4.js",
       " module.exports = {\n   async up(queryInterface) {\n+    await queryInterface.addColumn('users', 'nick', "
       "STRING);\n   }"},
      {"src/migrations/5.ts",
       "   public async up(queryRunner: QueryRunner) {\n+    await queryRunner.query('ALTER TABLE \"users\" ADD "
       "\"nick\" text');\n   }"},
      {"priv/repo/migrations/3_x.exs",
       "   def change do\n+    alter table(:users) do\n+      add :nick, :string\n+    end\n   end"},
      {"database/migrations/2_x.php",
       "     public function up() {\n+        Schema::table('users', function ($table) {\n+            "
       "$table->string('nick')->nullable();\n+        });\n     }"},
      {"Migrations/X.cs",
       "         protected override void Up(MigrationBuilder migrationBuilder)\n         {\n+            "
       "migrationBuilder.AddColumn<string>(name: \"Nick\", table: \"Users\", nullable: true);\n         }"},
      {"prisma/schema.prisma", " model User {\n   id Int @id\n+  nick String?\n }"},
  };
  for (const FileChange& change : changes)
    for (std::string_view log : {"all tests passed", "migration tests passed"})
      EXPECT_EQ(summary(risk_findings(diff_of(change), log)), "should_fix risk.database") << change.path << change.body;
}

}  // namespace
}  // namespace assay::judge
