import { memoryEnvironment, serverOptions } from '../contract/process/memoryLimits.ts';
import { Failure } from '../core/fail.ts';
import { exitCodes } from '../exitCodes.ts';

export type UnitParts = { node: string; main: string; installation: string; dataFolder: string; user: string };

const pathsOf = ({ node, main, installation, dataFolder }: UnitParts): string[] => [node, main, installation, dataFolder];

/** What systemd splits, expands or takes for the end of a quotation. */
const UNNAMEABLE = /[\s%$"'\\]/;
/** Folders that the unit below hides from the server, or gives it one of its own in place of, which goes with it. */
const HIDDEN = /^\/(home|root|tmp|var\/tmp|run\/user)(\/|$)/;

/** The paths go into the unit as they are. @throws Failure `parameter` */
export const assertNameable = (parts: UnitParts): void => {
  const path = pathsOf(parts).find((one) => UNNAMEABLE.test(one));
  if (path !== undefined)
    throw new Failure('parameter', `a unit cannot name ${path}: it has to be without spaces, quotes, \\, $ and %`);
};

/** @throws Failure `parameter` where the server could not read the program, or not keep its data. */
export const assertInReach = (parts: UnitParts): void => {
  const path = pathsOf(parts).find((one) => HIDDEN.test(one));
  if (path !== undefined)
    throw new Failure(
      'parameter',
      `a service cannot reach ${path}: homes and temporary folders are closed to it. Put the program below /opt and the data below /var/lib or /srv`,
    );
};

/** The systemd unit of the server. Only what it needs is let through: its data folder, serial lines, the network. */
export const serviceUnit = ({ node, main, installation, dataFolder, user }: UnitParts): string => `[Unit]
Description=Headworks water server
Wants=network-online.target
After=network-online.target time-sync.target
RequiresMountsFor=${dataFolder}
StartLimitIntervalSec=600
StartLimitBurst=20

[Service]
Type=notify
NotifyAccess=all
WatchdogSec=60
User=${user}
SupplementaryGroups=dialout
WorkingDirectory=${installation}
RuntimeDirectory=headworks
RuntimeDirectoryMode=0755
ExecStart=${node} ${serverOptions.join(' ')} ${main} --data ${dataFolder} --host 0.0.0.0
Restart=always
RestartSec=2
RestartPreventExitStatus=${exitCodes.configuration}
TimeoutStartSec=infinity
TimeoutStopSec=15
KillMode=mixed
MemoryMax=800M
OOMScoreAdjust=-500
LimitNOFILE=65536
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ReadWritePaths=${dataFolder}
CacheDirectory=headworks
CacheDirectoryMode=0700
Environment=NODE_COMPILE_CACHE=/var/cache/headworks
${Object.entries(memoryEnvironment)
  .map(([name, value]) => `Environment=${name}=${value}\n`)
  .join('')}ReadWritePaths=-/media -/run/media
ProtectHome=yes
PrivateTmp=yes
ProtectProc=invisible
ProcSubset=pid
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=setpriority sched_setaffinity
SystemCallErrorNumber=EPERM
DevicePolicy=closed
DeviceAllow=char-ttyS rw
DeviceAllow=char-ttyUSB rw
DeviceAllow=char-ttyACM rw

[Install]
WantedBy=multi-user.target
`;
