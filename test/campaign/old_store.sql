PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO migrations VALUES(1,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(2,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(3,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(4,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(5,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(6,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(7,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(8,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(9,'0.1.0',1794806725992);
INSERT INTO migrations VALUES(10,'0.1.0',1794806725992);
CREATE TABLE missions (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  repository TEXT NOT NULL,
  base_commit TEXT NOT NULL,
  target_branch TEXT NOT NULL,
  mode TEXT NOT NULL,
  auto_verify INTEGER NOT NULL,
  retry_budget INTEGER NOT NULL,
  parallel_tasks INTEGER NOT NULL,
  has_plan INTEGER NOT NULL DEFAULT 0,
  hold TEXT NOT NULL DEFAULT '',
  landed_at INTEGER,
  landed_commit TEXT NOT NULL DEFAULT '',
  closed_at INTEGER,
  shipping_at INTEGER,
  deploy TEXT NOT NULL DEFAULT 'none',
  validation TEXT NOT NULL DEFAULT 'none',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  pack_id TEXT NOT NULL,
  pack_updated_at INTEGER NOT NULL,
  planning_pending INTEGER NOT NULL DEFAULT 0,
  planning_running INTEGER NOT NULL DEFAULT 0,
  planning_ready INTEGER NOT NULL DEFAULT 0,
  planning_completed INTEGER NOT NULL DEFAULT 0,
  planning_failed INTEGER NOT NULL DEFAULT 0,
  planning_blocked INTEGER NOT NULL DEFAULT 0,
  planning_cancelled INTEGER NOT NULL DEFAULT 0,
  work_pending INTEGER NOT NULL DEFAULT 0,
  work_running INTEGER NOT NULL DEFAULT 0,
  work_ready INTEGER NOT NULL DEFAULT 0,
  work_completed INTEGER NOT NULL DEFAULT 0,
  work_failed INTEGER NOT NULL DEFAULT 0,
  work_blocked INTEGER NOT NULL DEFAULT 0,
  work_cancelled INTEGER NOT NULL DEFAULT 0,
  checks_pending INTEGER NOT NULL DEFAULT 0,
  checks_passed INTEGER NOT NULL DEFAULT 0,
  checks_failed INTEGER NOT NULL DEFAULT 0,
  checks_skipped INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'planning',
  story TEXT NOT NULL DEFAULT 'PENDING'
, retries INTEGER NOT NULL DEFAULT 0, budget_usd REAL NOT NULL DEFAULT 0, budget_tokens INTEGER NOT NULL DEFAULT 0, budget_ms INTEGER NOT NULL DEFAULT 0, budget_turns INTEGER NOT NULL DEFAULT 0, task_budget_usd REAL NOT NULL DEFAULT 0, task_budget_tokens INTEGER NOT NULL DEFAULT 0, task_budget_ms INTEGER NOT NULL DEFAULT 0, task_budget_turns INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO missions VALUES(1,'mission-gpanhisjhvjl','Change the value','/srv/shop/making-landed/w','8ec06ca3b14809a4fce14e2ed02eb23cfc839bb9','main','manual',0,3,1,0,'',1794806726725,'c8a890a0a95d4f1d35ce953fa9e377173f974a1f',NULL,NULL,'none','none',1794806726136,1794806726725,6,'pack-a4gbx64q6y6w',1794806726505,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,2,0,1,'landed','REVIEW_READY',0,0.0,0,0,0,0.0,0,0,0);
INSERT INTO missions VALUES(2,'mission-hfbevnt5fvu7','Add one','/srv/shop/making-landed/w','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','main','manual',0,3,1,0,'',1794806728301,'1603d8596b2be12102c9b95c90500a5cb01d0e14',NULL,NULL,'none','none',1794806726773,1794806728301,6,'pack-ob33fp6zdmt2',1794806727027,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,2,0,1,'landed','REVIEW_READY',0,0.0,0,0,0,0.0,0,0,0);
INSERT INTO missions VALUES(3,'mission-4ldleaxeq26m','Add two','/srv/shop/making-landed/w','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','main','manual',0,3,1,0,'',1794806728302,'1603d8596b2be12102c9b95c90500a5cb01d0e14',NULL,NULL,'none','none',1794806727146,1794806728302,6,'pack-yps7rdpwzsca',1794806727388,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,2,0,1,'landed','REVIEW_READY',0,0.0,0,0,0,0.0,0,0,0);
INSERT INTO missions VALUES(4,'mission-zr2hnaz5zlde','Add three','/srv/shop/making-landed/w','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','main','manual',0,3,1,0,'',1794806728303,'1603d8596b2be12102c9b95c90500a5cb01d0e14',NULL,NULL,'none','none',1794806727528,1794806728303,6,'pack-vlfrskljbsjx',1794806727800,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,2,0,1,'landed','REVIEW_READY',0,0.0,0,0,0,0.0,0,0,0);
INSERT INTO missions VALUES(5,'mission-sjcsyutplc3o','Add late','/srv/shop/making-landed/w','1603d8596b2be12102c9b95c90500a5cb01d0e14','main','manual',0,3,1,0,'',NULL,'',NULL,NULL,'none','none',1794806728608,1794806728952,5,'pack-osjwajavu3vv',1794806728952,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,2,0,1,'ready_to_land','SHIPPABLE',0,0.0,0,0,0,0.0,0,0,0);
INSERT INTO missions VALUES(6,'mission-brayyjkj5zvq','Carts last: `true` passes','/srv/shop/landed-1/w','1603d8596b2be12102c9b95c90500a5cb01d0e14','main','manual',0,3,1,0,'',NULL,'',NULL,NULL,'none','none',1794806729063,1794806729126,2,'pack-svacdrtorgzh',1794806729063,0,0,0,0,0,0,0,1,0,0,0,0,0,0,3,0,0,0,'active','PENDING',0,0.0,0,0,0,0.0,0,0,0);
CREATE TABLE mission_texts (
  mission_key INTEGER PRIMARY KEY REFERENCES missions (key),
  prompt TEXT NOT NULL,
  pack_summary TEXT NOT NULL,
  plan TEXT,
  deploy_log TEXT NOT NULL DEFAULT '',
  validation_report TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO mission_texts VALUES(1,'Change the value','What "Change the value" must show before it lands',NULL,'','');
INSERT INTO mission_texts VALUES(2,'Add one','What "Add one" must show before it lands',NULL,'','');
INSERT INTO mission_texts VALUES(3,'Add two','What "Add two" must show before it lands',NULL,'','');
INSERT INTO mission_texts VALUES(4,'Add three','What "Add three" must show before it lands',NULL,'','');
INSERT INTO mission_texts VALUES(5,'Add late','What "Add late" must show before it lands',NULL,'','');
INSERT INTO mission_texts VALUES(6,'Carts last: `true` passes','What "Carts last: `true` passes" must show before it lands',NULL,'','');
CREATE TABLE criteria (
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  position INTEGER NOT NULL,
  criterion TEXT NOT NULL,
  PRIMARY KEY (mission_key, position)
) STRICT, WITHOUT ROWID;
INSERT INTO criteria VALUES(1,0,'The requested slice is implemented in a coherent, runnable state.');
INSERT INTO criteria VALUES(2,0,'The requested slice is implemented in a coherent, runnable state.');
INSERT INTO criteria VALUES(3,0,'The requested slice is implemented in a coherent, runnable state.');
INSERT INTO criteria VALUES(4,0,'The requested slice is implemented in a coherent, runnable state.');
INSERT INTO criteria VALUES(5,0,'The requested slice is implemented in a coherent, runnable state.');
INSERT INTO criteria VALUES(6,0,'The requested slice is implemented in a coherent, runnable state.');
CREATE TABLE checks (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  kind TEXT NOT NULL,
  command TEXT,
  path TEXT,
  status TEXT NOT NULL,
  detail TEXT NOT NULL,
  last_run_at INTEGER,
  last_output TEXT,
  UNIQUE (mission_key, id)
) STRICT;
INSERT INTO checks VALUES(1,1,'check-dwxcemzwdd','Tests pass (make test)','command','make test',NULL,'passed','Makefile has a target test.',1794806726505,replace('1..1\nok 1 - value\n','\n',char(10)));
INSERT INTO checks VALUES(2,1,'check-5aoxzlehqm','The combined change passes the gate','command','assay check',NULL,'passed','Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.',1794806726505,'');
INSERT INTO checks VALUES(3,1,'check-cp2iazom5q','Operator review of the mission output','manual',NULL,NULL,'skipped','A person looks at the result. Automated verification skips this check, so it blocks nothing.',1794806726505,'For a person to look at.');
INSERT INTO checks VALUES(4,2,'check-xl3pqnwxwr','Tests pass (make test)','command','make test',NULL,'passed','Makefile has a target test.',1794806727027,replace('1..1\nok 1 - value\n','\n',char(10)));
INSERT INTO checks VALUES(5,2,'check-yv7srjhisb','The combined change passes the gate','command','assay check',NULL,'passed','Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.',1794806727027,'');
INSERT INTO checks VALUES(6,2,'check-u6gc7n7lqy','Operator review of the mission output','manual',NULL,NULL,'skipped','A person looks at the result. Automated verification skips this check, so it blocks nothing.',1794806727027,'For a person to look at.');
INSERT INTO checks VALUES(7,3,'check-l4gdc6ylj4','Tests pass (make test)','command','make test',NULL,'passed','Makefile has a target test.',1794806727388,replace('1..1\nok 1 - value\n','\n',char(10)));
INSERT INTO checks VALUES(8,3,'check-i3oomm7dde','The combined change passes the gate','command','assay check',NULL,'passed','Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.',1794806727388,'');
INSERT INTO checks VALUES(9,3,'check-4igvw7xd2n','Operator review of the mission output','manual',NULL,NULL,'skipped','A person looks at the result. Automated verification skips this check, so it blocks nothing.',1794806727388,'For a person to look at.');
INSERT INTO checks VALUES(10,4,'check-ywxcv6ctrx','Tests pass (make test)','command','make test',NULL,'passed','Makefile has a target test.',1794806727800,replace('1..1\nok 1 - value\n','\n',char(10)));
INSERT INTO checks VALUES(11,4,'check-luockjxa5t','The combined change passes the gate','command','assay check',NULL,'passed','Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.',1794806727800,'');
INSERT INTO checks VALUES(12,4,'check-7gl5u4e56n','Operator review of the mission output','manual',NULL,NULL,'skipped','A person looks at the result. Automated verification skips this check, so it blocks nothing.',1794806727800,'For a person to look at.');
INSERT INTO checks VALUES(13,5,'check-zoq75unodd','Tests pass (make test)','command','make test',NULL,'passed','Makefile has a target test.',1794806728952,replace('1..1\nok 1 - value\n','\n',char(10)));
INSERT INTO checks VALUES(14,5,'check-hmr4z2lbpf','The combined change passes the gate','command','assay check',NULL,'passed','Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.',1794806728952,'');
INSERT INTO checks VALUES(15,5,'check-77l3byipzc','Operator review of the mission output','manual',NULL,NULL,'skipped','A person looks at the result. Automated verification skips this check, so it blocks nothing.',1794806728952,'For a person to look at.');
INSERT INTO checks VALUES(16,6,'check-w6nsgnf63t','Tests pass (make test)','command','make test',NULL,'pending','Makefile has a target test.',NULL,NULL);
INSERT INTO checks VALUES(17,6,'check-na75yzb3dw','The combined change passes the gate','command','assay check',NULL,'pending','Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.',NULL,NULL);
INSERT INTO checks VALUES(18,6,'check-h4qwmxx7ds','Operator review of the mission output','manual',NULL,NULL,'pending','A person looks at the result. Automated verification skips this check, so it blocks nothing.',NULL,NULL);
CREATE TABLE tasks (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  mission_key INTEGER REFERENCES missions (key),
  parent_key INTEGER REFERENCES tasks (key),
  checker_for_key INTEGER REFERENCES tasks (key),
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  attempt INTEGER NOT NULL DEFAULT 0,
  round INTEGER NOT NULL DEFAULT 1,
  max_attempts INTEGER NOT NULL,
  timeout_ms INTEGER NOT NULL,
  agent_type TEXT NOT NULL,
  max_budget_usd REAL,
  repository_url TEXT NOT NULL,
  cost_usd REAL NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  heartbeat_at INTEGER
) STRICT;
INSERT INTO tasks VALUES(1,'task-65i2bmxvqk2o',1,NULL,NULL,'echo 2 >value; echo 2 >wanted','execution','completed','',1,1,1,3600000,'',NULL,'/srv/shop/making-landed/w',0.0,1794806726159,1794806726258,1794806726242,1794806726258,1794806726242);
INSERT INTO tasks VALUES(2,'task-vgzchowdy2ma',2,NULL,NULL,'echo x >one','execution','completed','',1,1,1,3600000,'',NULL,'/srv/shop/making-landed/w',0.0,1794806726786,1794806726858,1794806726831,1794806726858,1794806726831);
INSERT INTO tasks VALUES(3,'task-rfuoh2gq5zlf',3,NULL,NULL,'echo x >two','execution','completed','',1,1,1,3600000,'',NULL,'/srv/shop/making-landed/w',0.0,1794806727160,1794806727208,1794806727194,1794806727208,1794806727194);
INSERT INTO tasks VALUES(4,'task-5xvkvgaww7v6',4,NULL,NULL,'echo x >three','execution','completed','',1,1,1,3600000,'',NULL,'/srv/shop/making-landed/w',0.0,1794806727559,1794806727637,1794806727614,1794806727637,1794806727614);
INSERT INTO tasks VALUES(5,'task-tlbs6jayntf4',5,NULL,NULL,'echo y >late','execution','completed','',1,1,1,3600000,'',NULL,'/srv/shop/making-landed/w',0.0,1794806728663,1794806728798,1794806728748,1794806728798,1794806728748);
INSERT INTO tasks VALUES(6,'task-ivrvfyqbtmg4',6,NULL,NULL,'schema','execution','pending','',0,1,1,3600000,'',NULL,'/srv/shop/landed-1/w',0.0,1794806729126,1794806729126,NULL,NULL,NULL);
CREATE TABLE task_texts (
  task_key INTEGER PRIMARY KEY REFERENCES tasks (key),
  instructions TEXT NOT NULL,
  acceptance_criteria TEXT NOT NULL,
  success_criteria TEXT NOT NULL,
  files_modified TEXT NOT NULL,
  agent_instructions TEXT NOT NULL,
  checker_report TEXT NOT NULL DEFAULT ''
, context TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO task_texts VALUES(1,'echo 2 >value; echo 2 >wanted','','[]','[]','','','');
INSERT INTO task_texts VALUES(2,'echo x >one','','[]','[]','','','');
INSERT INTO task_texts VALUES(3,'echo x >two','','[]','[]','','','');
INSERT INTO task_texts VALUES(4,'echo x >three','','[]','[]','','','');
INSERT INTO task_texts VALUES(5,'echo y >late','','[]','[]','','','');
INSERT INTO task_texts VALUES(6,'schema','true exits 0','[]','[]','','','');
CREATE TABLE task_dependencies (
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  position INTEGER NOT NULL,
  dependency_key INTEGER NOT NULL REFERENCES tasks (key),
  PRIMARY KEY (task_key, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoints (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  task_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (mission_key, number)
) STRICT;
INSERT INTO checkpoints VALUES(1,1,1,'checkpoint-gpanhisjhvjl-1','created','Created: Change the value',replace('in /srv/shop/making-landed/w at 8ec06ca3b14809a4fce14e2ed02eb23cfc839bb9\nChange the value','\n',char(10)),'',1794806726136,'person:test','0000000000000000000000000000000000000000000000000000000000000000','9deb23b21fe780d3da293a7169aab6e7937a589deacab67d97b16ec532f64ebf');
INSERT INTO checkpoints VALUES(2,1,2,'checkpoint-gpanhisjhvjl-2','edited','Added task: echo 2 >value; echo 2 >wanted','mission: planning → active','task-65i2bmxvqk2o',1794806726159,'person:test','9deb23b21fe780d3da293a7169aab6e7937a589deacab67d97b16ec532f64ebf','a33f20fa3f3e30a4d2fb792f6b841664c3ec3e45c0d4535f991f484d689691f6');
INSERT INTO checkpoints VALUES(3,1,3,'checkpoint-gpanhisjhvjl-3','task_started','Started: echo 2 >value; echo 2 >wanted','attempt 1, round 1','task-65i2bmxvqk2o',1794806726242,'person:test','a33f20fa3f3e30a4d2fb792f6b841664c3ec3e45c0d4535f991f484d689691f6','48257588786c69ba20be90269a3676ccbe09c795d109cf2e847b32efcc5cb9c3');
INSERT INTO checkpoints VALUES(4,1,4,'checkpoint-gpanhisjhvjl-4','task_completed','Completed: echo 2 >value; echo 2 >wanted',replace('by person:test\nmission: active → awaiting_acceptance','\n',char(10)),'task-65i2bmxvqk2o',1794806726258,'person:test','48257588786c69ba20be90269a3676ccbe09c795d109cf2e847b32efcc5cb9c3','7051d74e307c352b7c94eccee11c24d5da1186546fa7770a4185a23d2b93b53a');
INSERT INTO checkpoints VALUES(5,1,5,'checkpoint-gpanhisjhvjl-5','acceptance_verified','Acceptance passed',replace('2 checks passed. Commit 56c890ee23ff2353652600884d73a366289bf77e, tree e2f5c844bbbcf73883f23c5b40c9348ba4cef989. Evidence adaebb5578b13824d95caa22dd16cb404daee2f27c4cff73def2e8f77b9451d8.\npassed: Tests pass (make test)\npassed: The combined change passes the gate\nskipped: Operator review of the mission output\nmission: awaiting_acceptance → ready_to_land','\n',char(10)),'',1794806726505,'person:test','7051d74e307c352b7c94eccee11c24d5da1186546fa7770a4185a23d2b93b53a','6fb1363dc7723275b789681dcb0668fa19531c3393ed9ac4edc9997355b93310');
INSERT INTO checkpoints VALUES(6,1,6,'checkpoint-gpanhisjhvjl-6','landed','Landed in main',replace('as c8a890a0a95d4f1d35ce953fa9e377173f974a1f (merge)\nverified 56c890ee23ff2353652600884d73a366289bf77e, tree e2f5c844bbbcf73883f23c5b40c9348ba4cef989, evidence adaebb5578b13824d95caa22dd16cb404daee2f27c4cff73def2e8f77b9451d8\nrefs/heads/main contains it\nmission: ready_to_land → landed','\n',char(10)),'',1794806726725,'person:test','6fb1363dc7723275b789681dcb0668fa19531c3393ed9ac4edc9997355b93310','e3f82f7e830a5da46acc83dbe5fb2c0bbde3e132f73bb472f8019f9ef3b76c26');
INSERT INTO checkpoints VALUES(7,2,1,'checkpoint-hfbevnt5fvu7-1','created','Created: Add one',replace('in /srv/shop/making-landed/w at c8a890a0a95d4f1d35ce953fa9e377173f974a1f\nAdd one','\n',char(10)),'',1794806726773,'person:test','0000000000000000000000000000000000000000000000000000000000000000','922d4ecf3c673b1e4b6cc26964ad6cdcfb1c66ea67d7cb1ffb9698f288965b9d');
INSERT INTO checkpoints VALUES(8,2,2,'checkpoint-hfbevnt5fvu7-2','edited','Added task: echo x >one','mission: planning → active','task-vgzchowdy2ma',1794806726786,'person:test','922d4ecf3c673b1e4b6cc26964ad6cdcfb1c66ea67d7cb1ffb9698f288965b9d','c5da3cf65d131e5efb4611e477ac3010592731a5343d9c4a5db0629896d51b31');
INSERT INTO checkpoints VALUES(9,2,3,'checkpoint-hfbevnt5fvu7-3','task_started','Started: echo x >one','attempt 1, round 1','task-vgzchowdy2ma',1794806726831,'person:test','c5da3cf65d131e5efb4611e477ac3010592731a5343d9c4a5db0629896d51b31','cfa35b9f6ed412d1fd4aede682550fd89ef8099cebb94f1dc05b69b4bfdc4ba1');
INSERT INTO checkpoints VALUES(10,2,4,'checkpoint-hfbevnt5fvu7-4','task_completed','Completed: echo x >one',replace('by person:test\nmission: active → awaiting_acceptance','\n',char(10)),'task-vgzchowdy2ma',1794806726858,'person:test','cfa35b9f6ed412d1fd4aede682550fd89ef8099cebb94f1dc05b69b4bfdc4ba1','7e79701aa62b25bd9f866df6878099466400ce15e875b9d8d3aa8b3186301e3d');
INSERT INTO checkpoints VALUES(11,2,5,'checkpoint-hfbevnt5fvu7-5','acceptance_verified','Acceptance passed',replace('2 checks passed. Commit 95fef67f779ce4f9ed3c42f4df54fdbc75e6d195, tree d283936f7f3ee5d7a6a13aca56b915c244ccf5c1. Evidence fed42c21738d07e17ff3225526e28dc6324de7e7eec06d7adc445a0151f0a3ed.\npassed: Tests pass (make test)\npassed: The combined change passes the gate\nskipped: Operator review of the mission output\nmission: awaiting_acceptance → ready_to_land','\n',char(10)),'',1794806727027,'person:test','7e79701aa62b25bd9f866df6878099466400ce15e875b9d8d3aa8b3186301e3d','aad85d22c562dac9351f2f5be885f63784546671263459f8f7241e790f87e941');
INSERT INTO checkpoints VALUES(12,2,6,'checkpoint-hfbevnt5fvu7-6','decided','Queued for landing','by person:test','',1794806727099,'person:test','aad85d22c562dac9351f2f5be885f63784546671263459f8f7241e790f87e941','8f5d8c747579fedada13ba068aaea724d6bc069249b3abe129b46b3395a53b57');
INSERT INTO checkpoints VALUES(13,3,1,'checkpoint-4ldleaxeq26m-1','created','Created: Add two',replace('in /srv/shop/making-landed/w at c8a890a0a95d4f1d35ce953fa9e377173f974a1f\nAdd two','\n',char(10)),'',1794806727146,'person:test','0000000000000000000000000000000000000000000000000000000000000000','00128110be99f742ea4d9e6fb358c412cc860f77df8561acdf7c7ce6801511d1');
INSERT INTO checkpoints VALUES(14,3,2,'checkpoint-4ldleaxeq26m-2','edited','Added task: echo x >two','mission: planning → active','task-rfuoh2gq5zlf',1794806727160,'person:test','00128110be99f742ea4d9e6fb358c412cc860f77df8561acdf7c7ce6801511d1','3705c489e1aec302400011306222727b29eb1e77913b7f7414a09ed7fa12c4e9');
INSERT INTO checkpoints VALUES(15,3,3,'checkpoint-4ldleaxeq26m-3','task_started','Started: echo x >two','attempt 1, round 1','task-rfuoh2gq5zlf',1794806727194,'person:test','3705c489e1aec302400011306222727b29eb1e77913b7f7414a09ed7fa12c4e9','e3cefadac22b53cf39d948f525126991fed172975daf181daceef36a112a5540');
INSERT INTO checkpoints VALUES(16,3,4,'checkpoint-4ldleaxeq26m-4','task_completed','Completed: echo x >two',replace('by person:test\nmission: active → awaiting_acceptance','\n',char(10)),'task-rfuoh2gq5zlf',1794806727208,'person:test','e3cefadac22b53cf39d948f525126991fed172975daf181daceef36a112a5540','6ab71184346cc795a32f6dfa80ba0bb04180dbde4a61e4934ccc4956b46308c5');
INSERT INTO checkpoints VALUES(17,3,5,'checkpoint-4ldleaxeq26m-5','acceptance_verified','Acceptance passed',replace('2 checks passed. Commit 79d538528e5b778bfc07109a57acb377fd6185f7, tree fa13f0e2ab1017a73ad775d4e22a0f1005556340. Evidence 9cb0bf13b67d7c066bb0618e01c9d1ebfb712d9a24c063e4fc12b19ce788a365.\npassed: Tests pass (make test)\npassed: The combined change passes the gate\nskipped: Operator review of the mission output\nmission: awaiting_acceptance → ready_to_land','\n',char(10)),'',1794806727388,'person:test','6ab71184346cc795a32f6dfa80ba0bb04180dbde4a61e4934ccc4956b46308c5','f6881480f54f97b0593561fe1e0326093e1b330808646abbb9e017b748d6d100');
INSERT INTO checkpoints VALUES(18,3,6,'checkpoint-4ldleaxeq26m-6','decided','Queued for landing','by person:test','',1794806727437,'person:test','f6881480f54f97b0593561fe1e0326093e1b330808646abbb9e017b748d6d100','b25fee056701e2c94662961a6a789bbc421d6d71ab13660ed3e7e8b71cf7c6e2');
INSERT INTO checkpoints VALUES(19,4,1,'checkpoint-zr2hnaz5zlde-1','created','Created: Add three',replace('in /srv/shop/making-landed/w at c8a890a0a95d4f1d35ce953fa9e377173f974a1f\nAdd three','\n',char(10)),'',1794806727528,'person:test','0000000000000000000000000000000000000000000000000000000000000000','584e4360bb6bed24ce09e23a28ed37560bfc8a5f371c4304bd32684a1c5e510f');
INSERT INTO checkpoints VALUES(20,4,2,'checkpoint-zr2hnaz5zlde-2','edited','Added task: echo x >three','mission: planning → active','task-5xvkvgaww7v6',1794806727559,'person:test','584e4360bb6bed24ce09e23a28ed37560bfc8a5f371c4304bd32684a1c5e510f','28625fb6b9ce2df9f2ac2ad0d362db428cef7c1313de4125149c914392d3b05e');
INSERT INTO checkpoints VALUES(21,4,3,'checkpoint-zr2hnaz5zlde-3','task_started','Started: echo x >three','attempt 1, round 1','task-5xvkvgaww7v6',1794806727614,'person:test','28625fb6b9ce2df9f2ac2ad0d362db428cef7c1313de4125149c914392d3b05e','f326bcb0acd0af535a11355d00cb326f2cf69280d8f77b777df9579c4b8dd243');
INSERT INTO checkpoints VALUES(22,4,4,'checkpoint-zr2hnaz5zlde-4','task_completed','Completed: echo x >three',replace('by person:test\nmission: active → awaiting_acceptance','\n',char(10)),'task-5xvkvgaww7v6',1794806727637,'person:test','f326bcb0acd0af535a11355d00cb326f2cf69280d8f77b777df9579c4b8dd243','d62241680c2cc3671d73536d76f530ca9bff5ca27104a1668870e7028d0a7574');
INSERT INTO checkpoints VALUES(23,4,5,'checkpoint-zr2hnaz5zlde-5','acceptance_verified','Acceptance passed',replace('2 checks passed. Commit c559cd405a0e37c773122be519ee4f1907d51394, tree 05ef8b3eebd992dcec89bfe4e1d99446857973f2. Evidence fbd00a74375d681ee36aeae325edb6c124420fac6d0211d492478cf2b0aec36c.\npassed: Tests pass (make test)\npassed: The combined change passes the gate\nskipped: Operator review of the mission output\nmission: awaiting_acceptance → ready_to_land','\n',char(10)),'',1794806727800,'person:test','d62241680c2cc3671d73536d76f530ca9bff5ca27104a1668870e7028d0a7574','72c0a6d6bbf811af159de689d7cc4b0888d6a09449dd90003ea2d399330973e8');
INSERT INTO checkpoints VALUES(24,4,6,'checkpoint-zr2hnaz5zlde-6','decided','Queued for landing','by person:test','',1794806727832,'person:test','72c0a6d6bbf811af159de689d7cc4b0888d6a09449dd90003ea2d399330973e8','3b2e0eb1f76273c85d5d907e2d19565e0c05cb71d59a36ad24606d4be37a137c');
INSERT INTO checkpoints VALUES(25,2,7,'checkpoint-hfbevnt5fvu7-7','landed','Landed in main',replace('as 1603d8596b2be12102c9b95c90500a5cb01d0e14 (merge)\nits own commit is 34433ba46c78f4b6b77e79f2b700aa0d46305d4f\nverified f68faa6ed4b195c61795fc4e926eccfce42f54a2, tree 8b323f93ee76655f15c0dae9278675a6c34e951e, evidence 6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f\nrefs/heads/main contains it\nmission: ready_to_land → landed','\n',char(10)),'',1794806728301,'person:test','8f5d8c747579fedada13ba068aaea724d6bc069249b3abe129b46b3395a53b57','b761ffa3ff8d87089a3f3287cf0511079ffe0fc0f4bfc1dd8c67446cd699ca76');
INSERT INTO checkpoints VALUES(26,3,7,'checkpoint-4ldleaxeq26m-7','landed','Landed in main',replace('as 1603d8596b2be12102c9b95c90500a5cb01d0e14 (merge)\nits own commit is 37096453b7f04ecdd2e7bc731361e86b3879e8d9\nverified f68faa6ed4b195c61795fc4e926eccfce42f54a2, tree 8b323f93ee76655f15c0dae9278675a6c34e951e, evidence 6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f\nrefs/heads/main contains it\nmission: ready_to_land → landed','\n',char(10)),'',1794806728302,'person:test','b25fee056701e2c94662961a6a789bbc421d6d71ab13660ed3e7e8b71cf7c6e2','4a04600493c9b681e936b19915f544c1251726c2602075c4de86f8cd6943c8d8');
INSERT INTO checkpoints VALUES(27,4,7,'checkpoint-zr2hnaz5zlde-7','landed','Landed in main',replace('as 1603d8596b2be12102c9b95c90500a5cb01d0e14 (merge)\nverified f68faa6ed4b195c61795fc4e926eccfce42f54a2, tree 8b323f93ee76655f15c0dae9278675a6c34e951e, evidence 6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f\nrefs/heads/main contains it\nmission: ready_to_land → landed','\n',char(10)),'',1794806728303,'person:test','3b2e0eb1f76273c85d5d907e2d19565e0c05cb71d59a36ad24606d4be37a137c','39c5ec9ab67f63ed7fbe6a4a3a15add5b88c8d61169d9575e6c0c6c9b610dacd');
INSERT INTO checkpoints VALUES(28,2,8,'checkpoint-hfbevnt5fvu7-8','decided','Left the queue: landed','','',1794806728541,'assay','b761ffa3ff8d87089a3f3287cf0511079ffe0fc0f4bfc1dd8c67446cd699ca76','37c5f05e6bdacb4b25d91bd1d3a935f7027fc1dffed9e13e01d69559bf5bf801');
INSERT INTO checkpoints VALUES(29,3,8,'checkpoint-4ldleaxeq26m-8','decided','Left the queue: landed','','',1794806728542,'assay','4a04600493c9b681e936b19915f544c1251726c2602075c4de86f8cd6943c8d8','5d0fb94d4df9cded7c9eab93881b939de378525e988e7cc7e725d7353cb4c30f');
INSERT INTO checkpoints VALUES(30,4,8,'checkpoint-zr2hnaz5zlde-8','decided','Left the queue: landed','','',1794806728543,'assay','39c5ec9ab67f63ed7fbe6a4a3a15add5b88c8d61169d9575e6c0c6c9b610dacd','1cccaed5e110f575085c22d61104cb7b814d6c8c0baaa40a7ca0c781d002bb8d');
INSERT INTO checkpoints VALUES(31,5,1,'checkpoint-sjcsyutplc3o-1','created','Created: Add late',replace('in /srv/shop/making-landed/w at 1603d8596b2be12102c9b95c90500a5cb01d0e14\nAdd late','\n',char(10)),'',1794806728608,'person:test','0000000000000000000000000000000000000000000000000000000000000000','3e4c08f5829c581f2f22a9cb99a879c77b40073de400109e34194a6086e95fa0');
INSERT INTO checkpoints VALUES(32,5,2,'checkpoint-sjcsyutplc3o-2','edited','Added task: echo y >late','mission: planning → active','task-tlbs6jayntf4',1794806728663,'person:test','3e4c08f5829c581f2f22a9cb99a879c77b40073de400109e34194a6086e95fa0','2f97ce13a7b40703f6282efd1be2a1dc89b36ae08bb72f9311bfaf9e97026e45');
INSERT INTO checkpoints VALUES(33,5,3,'checkpoint-sjcsyutplc3o-3','task_started','Started: echo y >late','attempt 1, round 1','task-tlbs6jayntf4',1794806728748,'person:test','2f97ce13a7b40703f6282efd1be2a1dc89b36ae08bb72f9311bfaf9e97026e45','7aee4454db1a77381241f8952c0528209955452c160146a0ba1513327644f98d');
INSERT INTO checkpoints VALUES(34,5,4,'checkpoint-sjcsyutplc3o-4','task_completed','Completed: echo y >late',replace('by person:test\nmission: active → awaiting_acceptance','\n',char(10)),'task-tlbs6jayntf4',1794806728798,'person:test','7aee4454db1a77381241f8952c0528209955452c160146a0ba1513327644f98d','35bfef9117c6647f77aaa155d3b501a3976316715f190cddc56d0aa016f3994b');
INSERT INTO checkpoints VALUES(35,5,5,'checkpoint-sjcsyutplc3o-5','acceptance_verified','Acceptance passed',replace('2 checks passed. Commit db4cff596ae9b150a22fce11b87519c449f804e8, tree 8df1022ee342c745a56edb12112c6e4d1da34c3e. Evidence a3c78d218127281011382d648c53f20ae2c5faddee841c1a46534f66124fe830.\npassed: Tests pass (make test)\npassed: The combined change passes the gate\nskipped: Operator review of the mission output\nmission: awaiting_acceptance → ready_to_land','\n',char(10)),'',1794806728952,'person:test','35bfef9117c6647f77aaa155d3b501a3976316715f190cddc56d0aa016f3994b','5849095f8fac945edf088ce3e2785bb89e2fa9b4ea2a77eb25c3022713786251');
INSERT INTO checkpoints VALUES(36,6,1,'checkpoint-brayyjkj5zvq-1','created','Created: Carts last: `true` passes',replace('in /srv/shop/landed-1/w at 1603d8596b2be12102c9b95c90500a5cb01d0e14\nCarts last: `true` passes','\n',char(10)),'',1794806729063,'person:test','0000000000000000000000000000000000000000000000000000000000000000','9b00ee583f149640278ae94974a246e0a2681b2f8bb1a6d0870490e7efe6358c');
INSERT INTO checkpoints VALUES(37,6,2,'checkpoint-brayyjkj5zvq-2','edited','Added task: schema','mission: planning → active','task-ivrvfyqbtmg4',1794806729126,'person:test','9b00ee583f149640278ae94974a246e0a2681b2f8bb1a6d0870490e7efe6358c','45d7c7e2b77ed605c9a68e654fe8099ee651241623ed0da4ec31b1ba55c924b5');
CREATE TABLE chain_heads (
  mission_key INTEGER PRIMARY KEY REFERENCES missions (key),
  count INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
INSERT INTO chain_heads VALUES(1,6,'e3f82f7e830a5da46acc83dbe5fb2c0bbde3e132f73bb472f8019f9ef3b76c26');
INSERT INTO chain_heads VALUES(2,8,'37c5f05e6bdacb4b25d91bd1d3a935f7027fc1dffed9e13e01d69559bf5bf801');
INSERT INTO chain_heads VALUES(3,8,'5d0fb94d4df9cded7c9eab93881b939de378525e988e7cc7e725d7353cb4c30f');
INSERT INTO chain_heads VALUES(4,8,'1cccaed5e110f575085c22d61104cb7b814d6c8c0baaa40a7ca0c781d002bb8d');
INSERT INTO chain_heads VALUES(5,5,'5849095f8fac945edf088ce3e2785bb89e2fa9b4ea2a77eb25c3022713786251');
INSERT INTO chain_heads VALUES(6,2,'45d7c7e2b77ed605c9a68e654fe8099ee651241623ed0da4ec31b1ba55c924b5');
CREATE TABLE verifications (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  id TEXT NOT NULL UNIQUE,
  commit_id TEXT NOT NULL,
  tree_id TEXT NOT NULL,
  target_commit TEXT NOT NULL,
  outcome TEXT NOT NULL,
  report TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL
) STRICT;
INSERT INTO verifications VALUES(1,1,'verification-4epvqe74mg6f','56c890ee23ff2353652600884d73a366289bf77e','e2f5c844bbbcf73883f23c5b40c9348ba4cef989','8ec06ca3b14809a4fce14e2ed02eb23cfc839bb9','passed','adaebb5578b13824d95caa22dd16cb404daee2f27c4cff73def2e8f77b9451d8',1794806726276,1794806726504);
INSERT INTO verifications VALUES(2,2,'verification-epywlu3zfbs5','95fef67f779ce4f9ed3c42f4df54fdbc75e6d195','d283936f7f3ee5d7a6a13aca56b915c244ccf5c1','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','passed','fed42c21738d07e17ff3225526e28dc6324de7e7eec06d7adc445a0151f0a3ed',1794806726883,1794806727026);
INSERT INTO verifications VALUES(3,3,'verification-jfyfdl7dugsf','79d538528e5b778bfc07109a57acb377fd6185f7','fa13f0e2ab1017a73ad775d4e22a0f1005556340','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','passed','9cb0bf13b67d7c066bb0618e01c9d1ebfb712d9a24c063e4fc12b19ce788a365',1794806727238,1794806727388);
INSERT INTO verifications VALUES(4,4,'verification-xznxd6bkd5nv','c559cd405a0e37c773122be519ee4f1907d51394','05ef8b3eebd992dcec89bfe4e1d99446857973f2','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','passed','fbd00a74375d681ee36aeae325edb6c124420fac6d0211d492478cf2b0aec36c',1794806727650,1794806727799);
INSERT INTO verifications VALUES(5,2,'verification-bbzwbfdtnzit','f68faa6ed4b195c61795fc4e926eccfce42f54a2','8b323f93ee76655f15c0dae9278675a6c34e951e','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','passed','6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f',1794806728232,1794806728301);
INSERT INTO verifications VALUES(6,3,'verification-4mycpnr6pvti','f68faa6ed4b195c61795fc4e926eccfce42f54a2','8b323f93ee76655f15c0dae9278675a6c34e951e','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','passed','6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f',1794806728232,1794806728302);
INSERT INTO verifications VALUES(7,4,'verification-gly6lref4dbt','f68faa6ed4b195c61795fc4e926eccfce42f54a2','8b323f93ee76655f15c0dae9278675a6c34e951e','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','passed','6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f',1794806728232,1794806728303);
INSERT INTO verifications VALUES(8,5,'verification-ypffealwtmca','db4cff596ae9b150a22fce11b87519c449f804e8','8df1022ee342c745a56edb12112c6e4d1da34c3e','1603d8596b2be12102c9b95c90500a5cb01d0e14','passed','a3c78d218127281011382d648c53f20ae2c5faddee841c1a46534f66124fe830',1794806728847,1794806728952);
CREATE TABLE kept_results (
  name TEXT PRIMARY KEY,
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO kept_results VALUES('0af3d93af83d5ce88215d740e6fb777b1be5806b2f918e72f60a8eaa1ded4f0d','{"at":1794806728939,"ended":"exit 0","duration_ms":13,"output":"92393557546ca2e266d2c778b476d3fbad2a53fb2fe03ab407bb798a090f71ed","output_bytes":18,"tests_passed":1,"tests_skipped":0,"last_output":"1..1\nok 1 - value\n","proofs":[]}');
INSERT INTO kept_results VALUES('4ba89cbc7d691304b100737e7892137bee083a12248101f792a44783298af9af','{"at":1794806727378,"ended":"exit 0","duration_ms":24,"output":"92393557546ca2e266d2c778b476d3fbad2a53fb2fe03ab407bb798a090f71ed","output_bytes":18,"tests_passed":1,"tests_skipped":0,"last_output":"1..1\nok 1 - value\n","proofs":[]}');
INSERT INTO kept_results VALUES('689f0d1fab72b5da8916c7712b13046505497ce92323b590b4a897dc1161dbfb','{"at":1794806726492,"ended":"exit 0","duration_ms":25,"output":"92393557546ca2e266d2c778b476d3fbad2a53fb2fe03ab407bb798a090f71ed","output_bytes":18,"tests_passed":1,"tests_skipped":0,"last_output":"1..1\nok 1 - value\n","proofs":[]}');
INSERT INTO kept_results VALUES('a2379592eaf717715120590cef0f02a7ccb8929bb244141cff9c46c92a4b2008','{"at":1794806727790,"ended":"exit 0","duration_ms":33,"output":"92393557546ca2e266d2c778b476d3fbad2a53fb2fe03ab407bb798a090f71ed","output_bytes":18,"tests_passed":1,"tests_skipped":0,"last_output":"1..1\nok 1 - value\n","proofs":[]}');
INSERT INTO kept_results VALUES('e5f45c37e00a07bf9f2ef1d3c3704e8d1a174937d9ce7d7a24e58f7a1cd0fd2a','{"at":1794806727021,"ended":"exit 0","duration_ms":17,"output":"92393557546ca2e266d2c778b476d3fbad2a53fb2fe03ab407bb798a090f71ed","output_bytes":18,"tests_passed":1,"tests_skipped":0,"last_output":"1..1\nok 1 - value\n","proofs":[]}');
INSERT INTO kept_results VALUES('f44d0fccda6171d525b8ac5034fd35ae0fcb228a97bfd5ea4095f4ef8e06aa9e','{"at":1794806728127,"ended":"exit 0","duration_ms":19,"output":"92393557546ca2e266d2c778b476d3fbad2a53fb2fe03ab407bb798a090f71ed","output_bytes":18,"tests_passed":1,"tests_skipped":0,"last_output":"1..1\nok 1 - value\n","proofs":[]}');
INSERT INTO kept_results VALUES('verification-543719e8042ba8c49b18e3744199f2d19868876c9230ccb256c282f81d04a8a6','{"report":"9cb0bf13b67d7c066bb0618e01c9d1ebfb712d9a24c063e4fc12b19ce788a365","grants":[],"environment":"verification-85936f0c8647428eefdacb5892d4e3d2ac62851db86c612bafe4cc55352697ea"}');
INSERT INTO kept_results VALUES('verification-57302e494fd47e99659a20c30d675d3dfbe813242bb90e772b1469c4582d7a63','{"report":"adaebb5578b13824d95caa22dd16cb404daee2f27c4cff73def2e8f77b9451d8","grants":[],"environment":"verification-85936f0c8647428eefdacb5892d4e3d2ac62851db86c612bafe4cc55352697ea"}');
INSERT INTO kept_results VALUES('verification-8f4e6d8435bb21955dbae8019e0b1bb66bc33ea9c4afcf4e516cc5ba2027cf68','{"report":"fed42c21738d07e17ff3225526e28dc6324de7e7eec06d7adc445a0151f0a3ed","grants":[],"environment":"verification-85936f0c8647428eefdacb5892d4e3d2ac62851db86c612bafe4cc55352697ea"}');
INSERT INTO kept_results VALUES('verification-ae31a64080f1395de79f38e7c684533c9734d16694de5be7e1dfa4c4f9386483','{"report":"a3c78d218127281011382d648c53f20ae2c5faddee841c1a46534f66124fe830","grants":[],"environment":"verification-85936f0c8647428eefdacb5892d4e3d2ac62851db86c612bafe4cc55352697ea"}');
INSERT INTO kept_results VALUES('verification-ea755bee5759648a92eb20b7d4fc3b127df5e924878ff96ddab5cdf9653b4fca','{"report":"fbd00a74375d681ee36aeae325edb6c124420fac6d0211d492478cf2b0aec36c","grants":[],"environment":"verification-85936f0c8647428eefdacb5892d4e3d2ac62851db86c612bafe4cc55352697ea"}');
CREATE TABLE jobs (
  key INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT,
  lane INTEGER NOT NULL,
  mission_key INTEGER REFERENCES missions (key),
  task_key INTEGER REFERENCES tasks (key),
  checks INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  not_before INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  worker TEXT NOT NULL DEFAULT '',
  token TEXT,
  lease_until INTEGER,
  payload TEXT NOT NULL DEFAULT '{}',
  result TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
INSERT INTO jobs VALUES(1,'task','task:task-65i2bmxvqk2o',1,1,1,0,'done',1794806726159,0,0,'',NULL,NULL,'{}','{"task":"running"}',1794806726159,1794806726242);
INSERT INTO jobs VALUES(2,'task','task:task-vgzchowdy2ma',2,2,2,0,'done',1794806726786,0,0,'',NULL,NULL,'{}','{"task":"running"}',1794806726786,1794806726831);
INSERT INTO jobs VALUES(3,'task','task:task-rfuoh2gq5zlf',3,3,3,0,'done',1794806727160,0,0,'',NULL,NULL,'{}','{"task":"running"}',1794806727160,1794806727194);
INSERT INTO jobs VALUES(4,'task','task:task-5xvkvgaww7v6',4,4,4,0,'done',1794806727559,0,0,'',NULL,NULL,'{}','{"task":"running"}',1794806727559,1794806727614);
INSERT INTO jobs VALUES(5,'task','task:task-tlbs6jayntf4',5,5,5,0,'done',1794806728663,0,0,'',NULL,NULL,'{}','{"task":"running"}',1794806728663,1794806728748);
INSERT INTO jobs VALUES(6,'task','task:task-ivrvfyqbtmg4',6,6,6,0,'queued',1794806729126,0,0,'',NULL,NULL,'{}','',1794806729126,1794806729126);
CREATE TABLE turns (
  lane INTEGER PRIMARY KEY,
  turn INTEGER NOT NULL UNIQUE
) STRICT;
CREATE TABLE runs (
  key INTEGER PRIMARY KEY,
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  attempt INTEGER NOT NULL,
  round INTEGER NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  ended TEXT NOT NULL DEFAULT '',
  cost_usd REAL NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  told_cost_usd REAL NOT NULL DEFAULT 0,
  told_input_tokens INTEGER NOT NULL DEFAULT 0,
  told_output_tokens INTEGER NOT NULL DEFAULT 0,
  told_turns INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  summary TEXT NOT NULL DEFAULT '',
  log TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE landings (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  strategy TEXT NOT NULL,
  via TEXT NOT NULL,
  target_branch TEXT NOT NULL,
  target_commit TEXT NOT NULL,
  verification TEXT NOT NULL,
  verified_commit TEXT NOT NULL,
  verified_tree TEXT NOT NULL,
  evidence TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  onto TEXT NOT NULL,
  tip TEXT NOT NULL,
  remote TEXT NOT NULL,
  branch TEXT NOT NULL,
  proof TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  actor TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
INSERT INTO landings VALUES(1,1,'landing-mx4qgaa7ioht','landed','merge','direct','main','8ec06ca3b14809a4fce14e2ed02eb23cfc839bb9','verification-4epvqe74mg6f','56c890ee23ff2353652600884d73a366289bf77e','e2f5c844bbbcf73883f23c5b40c9348ba4cef989','adaebb5578b13824d95caa22dd16cb404daee2f27c4cff73def2e8f77b9451d8','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','8ec06ca3b14809a4fce14e2ed02eb23cfc839bb9','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','','','refs/heads/main contains it','','person:test',1794806726675,1794806726725);
INSERT INTO landings VALUES(2,2,'landing-wh56mdutmjs6','landed','merge','direct','main','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','verification-epywlu3zfbs5','f68faa6ed4b195c61795fc4e926eccfce42f54a2','8b323f93ee76655f15c0dae9278675a6c34e951e','6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f','34433ba46c78f4b6b77e79f2b700aa0d46305d4f','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','1603d8596b2be12102c9b95c90500a5cb01d0e14','','','refs/heads/main contains it','','person:test',1794806728232,1794806728301);
INSERT INTO landings VALUES(3,3,'landing-25tc34qryf6t','landed','merge','direct','main','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','verification-jfyfdl7dugsf','f68faa6ed4b195c61795fc4e926eccfce42f54a2','8b323f93ee76655f15c0dae9278675a6c34e951e','6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f','37096453b7f04ecdd2e7bc731361e86b3879e8d9','34433ba46c78f4b6b77e79f2b700aa0d46305d4f','1603d8596b2be12102c9b95c90500a5cb01d0e14','','','refs/heads/main contains it','','person:test',1794806728232,1794806728302);
INSERT INTO landings VALUES(4,4,'landing-g4xz2kwdhgpx','landed','merge','direct','main','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','verification-xznxd6bkd5nv','f68faa6ed4b195c61795fc4e926eccfce42f54a2','8b323f93ee76655f15c0dae9278675a6c34e951e','6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f','1603d8596b2be12102c9b95c90500a5cb01d0e14','37096453b7f04ecdd2e7bc731361e86b3879e8d9','1603d8596b2be12102c9b95c90500a5cb01d0e14','','','refs/heads/main contains it','','person:test',1794806728232,1794806728303);
CREATE TABLE proposals (
  mission_key INTEGER PRIMARY KEY REFERENCES missions (key),
  plan TEXT NOT NULL,
  agent TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE queue (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  state TEXT NOT NULL,
  finding TEXT NOT NULL DEFAULT '',
  actor TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
INSERT INTO queue VALUES(1,2,'landed','','person:test',1794806727099,1794806728541);
INSERT INTO queue VALUES(2,3,'landed','','person:test',1794806727437,1794806728542);
INSERT INTO queue VALUES(3,4,'landed','','person:test',1794806727832,1794806728543);
CREATE TABLE queue_runs (
  key INTEGER PRIMARY KEY,
  target_branch TEXT NOT NULL,
  target_commit TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  missions TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  report TEXT NOT NULL DEFAULT '',
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
INSERT INTO queue_runs VALUES(1,'main','c8a890a0a95d4f1d35ce953fa9e377173f974a1f','f68faa6ed4b195c61795fc4e926eccfce42f54a2','mission-hfbevnt5fvu7 mission-4ldleaxeq26m mission-zr2hnaz5zlde','passed','2 checks passed.','6c44802a3004dd8898351b599482b0abc89c4ece8a786624f468fa1b007a824f',1794806728020,1794806728136);
CREATE TABLE notices (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  task_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  summary TEXT NOT NULL,
  detail TEXT NOT NULL,
  status TEXT NOT NULL,
  story TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  addressed_at INTEGER
) STRICT;
INSERT INTO notices VALUES(1,'notice-rrkoyyuqqrgl',1,'','shippable','"Change the value" can be shipped','','ready_to_land','SHIPPABLE',1794806726505,NULL);
INSERT INTO notices VALUES(2,'notice-ine2dqfoxubh',1,'','landed','"Change the value" has landed in main','','landed','REVIEW_READY',1794806726725,NULL);
INSERT INTO notices VALUES(3,'notice-eiiwv3ospixk',2,'','shippable','"Add one" can be shipped','','ready_to_land','SHIPPABLE',1794806727027,NULL);
INSERT INTO notices VALUES(4,'notice-l3a7x262o4rt',3,'','shippable','"Add two" can be shipped','','ready_to_land','SHIPPABLE',1794806727388,NULL);
INSERT INTO notices VALUES(5,'notice-tgz2q3dnmgpx',4,'','shippable','"Add three" can be shipped','','ready_to_land','SHIPPABLE',1794806727800,NULL);
INSERT INTO notices VALUES(6,'notice-oz5z4wyzxmlo',2,'','landed','"Add one" has landed in main','','landed','REVIEW_READY',1794806728301,NULL);
INSERT INTO notices VALUES(7,'notice-ztvcmsgt2r46',3,'','landed','"Add two" has landed in main','','landed','REVIEW_READY',1794806728302,NULL);
INSERT INTO notices VALUES(8,'notice-5op4rsm7i6xb',4,'','landed','"Add three" has landed in main','','landed','REVIEW_READY',1794806728303,NULL);
INSERT INTO notices VALUES(9,'notice-aikxqgym5yvt',5,'','shippable','"Add late" can be shipped','','ready_to_land','SHIPPABLE',1794806728952,NULL);
CREATE TABLE deliveries (
  notice_key INTEGER NOT NULL REFERENCES notices (key),
  receiver TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  error TEXT NOT NULL DEFAULT '',
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (notice_key, receiver)
) STRICT, WITHOUT ROWID;
CREATE TABLE critic_rounds (
  key INTEGER PRIMARY KEY,
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  round INTEGER NOT NULL,
  tree_id TEXT NOT NULL,
  identities TEXT NOT NULL,
  route TEXT NOT NULL,
  verdict TEXT NOT NULL,
  report TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE questions (
  key INTEGER PRIMARY KEY,
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  round INTEGER NOT NULL,
  question TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  answer TEXT,
  answered_by TEXT NOT NULL DEFAULT '',
  answered_at INTEGER
) STRICT;
CREATE INDEX missions_by_status ON missions (status, key);
CREATE INDEX missions_by_story ON missions (story, key);
CREATE INDEX tasks_of_mission ON tasks (mission_key, key);
CREATE INDEX tasks_of_parent ON tasks (parent_key) WHERE parent_key IS NOT NULL;
CREATE INDEX checkers_of_task ON tasks (checker_for_key) WHERE checker_for_key IS NOT NULL;
CREATE TRIGGER checkpoints_are_not_changed BEFORE UPDATE ON checkpoints
  BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE TRIGGER checkpoints_are_not_deleted BEFORE DELETE ON checkpoints
  BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE TRIGGER checkpoints_are_not_replaced BEFORE INSERT ON checkpoints
  WHEN EXISTS (SELECT 1 FROM checkpoints WHERE key = NEW.key)
    OR EXISTS (SELECT 1 FROM checkpoints WHERE mission_key = NEW.mission_key AND number >= NEW.number)
  BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE INDEX verifications_of_mission ON verifications (mission_key, key);
CREATE UNIQUE INDEX jobs_open_by_name ON jobs (name) WHERE state <> 'done';
CREATE UNIQUE INDEX jobs_by_token ON jobs (token) WHERE state = 'leased';
CREATE INDEX jobs_queued ON jobs (lane, key) WHERE state = 'queued';
CREATE INDEX jobs_leased ON jobs (lane, lease_until) WHERE state = 'leased';
CREATE INDEX jobs_of_mission ON jobs (mission_key, key);
CREATE INDEX runs_of_task ON runs (task_key, key);
CREATE INDEX dependents_of_task ON task_dependencies (dependency_key);
CREATE UNIQUE INDEX open_checker_of_task ON tasks (checker_for_key)
  WHERE checker_for_key IS NOT NULL AND state IN ('pending', 'running');
CREATE INDEX landings_of_mission ON landings (mission_key, key);
CREATE UNIQUE INDEX open_landings ON landings (mission_key) WHERE state IN ('intended', 'proposed');
CREATE UNIQUE INDEX queue_waiting ON queue (mission_key) WHERE state = 'waiting';
CREATE INDEX notices_of_mission ON notices (mission_key, key);
CREATE INDEX notices_unaddressed ON notices (key) WHERE addressed_at IS NULL;
CREATE INDEX deliveries_by_state ON deliveries (state, notice_key);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE state = 'pending';
CREATE INDEX critic_rounds_of_task ON critic_rounds (task_key, key);
CREATE INDEX questions_of_task ON questions (task_key, key);
CREATE INDEX questions_open ON questions (key) WHERE answered_at IS NULL;
COMMIT;
PRAGMA user_version=10;
PRAGMA application_id=1098085241;
