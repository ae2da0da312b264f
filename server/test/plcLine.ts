/** A PLC alone on a line of this machine, unit id 5, with no pauses. */
export const plcLine = (port: number) => ({
  connections: [
    {
      id: 'line',
      name: 'line',
      settings: {
        kind: 'tcp' as const,
        host: '127.0.0.1',
        port,
        connectTimeoutMs: 1000,
        timeoutMs: 500,
        pauseBetweenRequestsMs: 0,
        pauseAfterConnectMs: 0,
      },
    },
  ],
  devices: [
    {
      id: 'plc',
      connectionId: 'line',
      name: 'PLC',
      slaveId: 5,
      limits: { maxRegisters: 125, maxBits: 2000, forbidden: [], atomic: [] },
    },
  ],
});
