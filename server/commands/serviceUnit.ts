import { memoryEnvironment, serverOptions } from '../contract/process/memoryLimits.ts';
import { exitCodes } from '../exitCodes.ts';

export type UnitParts = { node: string; main: string; installation: string; dataFolder: string; user: string };

/** The systemd unit of the server. Only what it needs is let through: its data folder, serial lines, the network. */
export const serviceUnit = ({ node, main, installation, dataFolder, user }: UnitParts): string => `[Unit]
Description=Headworks water server
Wants=network-online.target
After=network-online.target time-sync.target
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
