import { runInSandbox } from '@nodetool-ai/sandbox-core';

for (const kb of [256, 1024, 2048, 4096, 8192])
  for (let i = 0; i < 2; i++) {
    const f = await runInSandbox({
      code: 'function f() { return f() + 1; } f()',
      limits: { stackLimitBytes: kb * 1024 },
      execution: 'worker',
    });
    console.log(kb, f.error, f.errorInfo?.code, f.usage.wallMs);
  }
for (const e of ['inline', 'worker']) {
  const f = await runInSandbox({
    code: 'let v = 1; for (let i = 0; i < 200000; i++) v = [v]; JSON.stringify(v);',
    execution: e,
  });
  console.log(e, f.error, f.errorInfo?.code);
  console.log(
    JSON.stringify(await runInSandbox({ code: 'await new Promise(()=>{})', timeoutMs: 20000, execution: e })),
  );
  console.log(
    JSON.stringify(
      await runInSandbox({
        code: 'const rows = [];\nconst x = rows[0].name; return x',
        timeoutMs: 20000,
        execution: e,
      }),
    ),
  );
  console.log(
    JSON.stringify(await runInSandbox({ code: 'const rows = [];\nrows.foo();', timeoutMs: 20000, execution: e })),
  );
}
process.exit();
