import { describe, expect, it } from 'vitest';
import { connectionSettings } from '../../contract/model/field.ts';
import { systemClock } from '../../core/clock.ts';
import { spec } from '../../test/scannedLine.ts';
import { ModbusGateway } from '../gateway.ts';
import { quietLog, seeded } from '../testing/make.ts';
import { ModbusTools } from '../tools.ts';

describe('the plan of a scan', () => {
  const tools = new ModbusTools(new ModbusGateway({ clock: systemClock, log: quietLog }), systemClock, seeded(1));
  const serial = connectionSettings.parse({ kind: 'serial', path: '/dev/nobody' });

  it('tries what devices are delivered with first', () => {
    const { formats } = tools.planScan(
      serial,
      spec({ baudRates: [115_200, 19_200, 9600], parities: ['odd', 'even', 'none'], stopBits: [1, 2] }),
    );
    expect(formats.slice(0, 4)).toEqual([
      { baudRate: 9600, parity: 'none', stopBits: 1 },
      { baudRate: 9600, parity: 'even', stopBits: 1 },
      { baudRate: 19_200, parity: 'even', stopBits: 1 },
      { baudRate: 19_200, parity: 'none', stopBits: 1 },
    ]);
    expect(formats).toHaveLength(18);
  });

  it('takes at most 60 s for 247 units at 9600 baud', () => {
    const { timeoutMs: _, ...usual } = spec({ to: 247, baudRates: [9600], parities: ['none'] });
    const { requests, seconds } = tools.planScan(serial, usual);
    expect(requests).toBe(247);
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThan(60);
  });
});
