import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { start } from '../test/openRoutes.ts';

describe('the panel', () => {
  const built = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'headworks-panel-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Headworks</title>');
    writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'x'.repeat(5000));
    writeFileSync(join(folder, 'icon.svg'), '<svg/>');
    return folder;
  };

  it('is served with index.html for each of its pages', async () => {
    const { ask } = await start([], { panelFolder: built() });
    for (const path of ['/', '/units/TANK-1', '/login?next=/']) {
      const page = await ask(path);
      expect([page.status, page.text, page.headers['cache-control']]).toEqual([200, '<title>Headworks</title>', 'no-cache']);
    }
    const asset = await ask('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe('gzip');
    expect((await ask('/icon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('is sent as its build compressed it, to whom can read that', async () => {
    const folder = built();
    const script = 'export const x = 1;'.repeat(200);
    writeFileSync(join(folder, 'assets', 'first-3c4d.js'), script);
    writeFileSync(join(folder, 'assets', 'first-3c4d.js.br'), brotliCompressSync(script));
    writeFileSync(join(folder, 'assets', 'first-3c4d.js.gz'), gzipSync(script));
    const { ask } = await start([], { panelFolder: folder });
    const sentAs = async (accepted: string) => {
      const { status, headers } = await ask('/assets/first-3c4d.js', { headers: { 'accept-encoding': accepted } });
      const { 'content-encoding': coding, 'content-length': bytes, 'content-type': type, vary } = headers;
      expect({ status, type }).toEqual({ status: 200, type: 'text/javascript; charset=utf-8' });
      expect(String(vary)).toContain('Accept-Encoding');
      expect(headers['cache-control']).toContain('immutable');
      return { coding, bytes: Number(bytes) };
    };
    expect(await sentAs('gzip, deflate, br, zstd')).toEqual({ coding: 'br', bytes: brotliCompressSync(script).length });
    expect(await sentAs('gzip, deflate')).toEqual({ coding: 'gzip', bytes: gzipSync(script).length });
    expect(await sentAs('gzip;q=0, identity')).toMatchObject({ coding: undefined });
    // what the build left as it is goes as before
    expect((await ask('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } })).status).toBe(200);
  });

  it('leaves what is not its own', async () => {
    const { ask } = await start([], { panelFolder: built() });
    for (const path of ['/api', '/api/user/nothing', '/assets/gone.js', '/files/x', '/..%2f..%2fetc/passwd', '/.env'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect((await ask('/', { method: 'POST' })).status).toBe(404);
  });

  it('allows scripts from the server alone', async () => {
    const { ask } = await start([], { panelFolder: built() });
    const policy = String((await ask('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' ws:");
  });
});
