import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShellState } from './tray/trayModel.ts';

const asked: { message: string; detail: string }[] = [];
const quits: string[] = [];
let response = 0;
vi.doMock('electron', () => ({
  app: { quit: () => quits.push('quit') },
  dialog: {
    showMessageBox: async (question: { message: string; detail: string }) => {
      asked.push(question);
      return { response };
    },
  },
}));

const own = { kind: 'running', isService: false } as ShellState;
const service = { kind: 'running', isService: true } as ShellState;

describe('whoever quits the desktop', () => {
  beforeEach(() => {
    asked.length = 0;
    quits.length = 0;
    response = 0;
  });

  it('is asked where measuring would stop, and hears what is not saved', async () => {
    const { askToQuit } = await import('./askToQuit.ts');
    await askToQuit(own, true);
    expect(asked[0]?.message).toBe('Stop measuring?');
    expect(asked[0]?.detail).toContain('not saved');
    expect(quits).toEqual([]);
    response = 1;
    await askToQuit(own, false);
    expect(asked[1]?.detail).not.toContain('not saved');
    expect(quits).toEqual(['quit']);
  });

  it('is asked beside a service only where something typed would go', async () => {
    const { askToQuit } = await import('./askToQuit.ts');
    await askToQuit(service, false);
    expect([asked.length, quits.length]).toEqual([0, 1]);
    await askToQuit(service, true);
    expect(asked[0]?.message).toBe('Quit without saving?');
    expect(quits).toHaveLength(1);
  });
});
