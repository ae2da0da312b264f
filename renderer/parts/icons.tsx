import type { ReactNode } from 'react';

const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    width="1.25em"
    height="1.25em"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const OverviewIcon = () => (
  <Icon>
    <path d="M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z" />
  </Icon>
);
export const TrendIcon = () => (
  <Icon>
    <path d="M3 3v14h14M6 13l3-4 3 2 4-6" />
  </Icon>
);
export const PersonIcon = () => (
  <Icon>
    <circle cx="10" cy="6.5" r="3.2" />
    <path d="M3.5 17c.6-3.4 3.2-5 6.5-5s5.900 1.600 6.500 5" />
  </Icon>
);
export const SchemeIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 3v14a7 7 0 0 0 0-14z" fill="currentColor" />
  </Icon>
);
export const PreviousIcon = () => (
  <Icon>
    <path d="M12.500 4 6.500 10l6 6" />
  </Icon>
);
export const NextIcon = () => (
  <Icon>
    <path d="m7.500 4 6 6-6 6" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="8.500" cy="8.500" r="5" />
    <path d="m12.500 12.500 4 4" />
  </Icon>
);
export const DiagramIcon = () => (
  <Icon>
    <path d="M2.5 6h5v8h-5zM12.5 3.5h5v5h-5zM12.5 11.5h5v5h-5zM7.5 8.5H10V6h2.5M7.5 11.5H10V14h2.5" />
  </Icon>
);
export const BalanceIcon = () => (
  <Icon>
    <path d="M2.5 4.5c6 0 8 4 15 4M2.5 9.5c6 0 8 6 15 6M2.5 4.5v5M17.5 8.5v7" />
  </Icon>
);
export const QualityIcon = () => (
  <Icon>
    <path d="M8 3h4M9 3v5l-4.5 7.5a1.2 1.2 0 0 0 1 2h9a1.2 1.2 0 0 0 1-2L11 8V3M7 12.5h6" />
  </Icon>
);
export const EnergyIcon = () => (
  <Icon>
    <path d="M11 2.5 4.5 11.5H10L9 17.5l6.5-9H10z" />
  </Icon>
);
export const GroundwaterIcon = () => (
  <Icon>
    <path d="M2.5 6h15M10 2.5v15M7.5 15 10 17.5l2.5-2.500M5 10h1.5M13.5 10H15M4 13.5h1.5M14.5 13.5H16" />
  </Icon>
);
export const RainIcon = () => (
  <Icon>
    <path d="M5.5 11.500a3.5 3.5 0 1 1 .7-6.9 4.2 4.2 0 0 1 7.9 1.3 2.9 2.9 0 0 1-.4 5.6zM6.5 14l-1 3M10.5 14l-1 3M14.5 14l-1 3" />
  </Icon>
);
export const NeutralityIcon = () => (
  <Icon>
    <path d="M10 3v14M4 6.5h12M4 6.5 1.8 12h4.4zM16 6.5 13.8 12h4.4zM7 17h6" />
  </Icon>
);
export const BellIcon = () => (
  <Icon>
    <path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.500h-13zM8.5 17.500h3" />
  </Icon>
);
export const CommandsIcon = () => (
  <Icon>
    <path d="M3 13h14M7 13 10 8l3 5M10 8V4M7.5 4h5" />
  </Icon>
);
export const ReportIcon = () => (
  <Icon>
    <path d="M5 2.500h7l3.5 3.500v11.500H5zM12 2.500V6h3.500M7.5 10h5M7.5 13h5" />
  </Icon>
);
export const ExecutiveIcon = () => (
  <Icon>
    <path d="M3 17V9h3.500v8M8.3 17V3h3.500v14M13.5 17v-5H17v5" />
  </Icon>
);
export const SummaryIcon = () => (
  <Icon>
    <path d="M3.5 4h13v13h-13zM3.5 8h13M7 2.500V5M13 2.500V5M6.5 11.500h7M6.5 14h4.5" />
  </Icon>
);
export const FeaturesIcon = () => (
  <Icon>
    <path d="M8 2.500h4v5.500h5.500v4H12v5.500H8V12H2.500V8H8z" />
  </Icon>
);
export const CommissioningIcon = () => (
  <Icon>
    <path d="M8 6.500h8.500M8 13.500h8.500M3 6l1.2 1.200L6.5 5M3 13l1.2 1.200L6.5 12" />
  </Icon>
);
export const SystemIcon = () => (
  <Icon>
    <path d="M3 4h14v5H3zM3 11h14v5H3zM6 6.500h.01M6 13.500h.01" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon>
    <path d="M4 6h12M4 10h12M4 14h12" />
  </Icon>
);
export const SoundIcon = () => (
  <Icon>
    <path d="M3 8v4h3l4 3.500v-11L6 8zM13 7.500a4 4 0 0 1 0 5M15.2 5.300a7 7 0 0 1 0 9.4" />
  </Icon>
);
export const MuteIcon = () => (
  <Icon>
    <path d="M3 8v4h3l4 3.500v-11L6 8zM13.5 8l4 4M17.5 8l-4 4" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M10 3v10M6 9.500l4 4 4-4M3.5 17h13" />
  </Icon>
);
export const HelpIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M7.5 7.500a2.5 2.5 0 1 1 3.7 2.200c-.8.5-1.2 1-1.2 2M10 14.500h.01" />
  </Icon>
);
export const LanguageIcon = () => (
  <Icon>
    <path d="M3 5h8M7 3v2M9.5 5c-.8 3.5-3 6-6 7.500M4.5 8c1.2 2 3 3.5 5 4.500M10 17l3.5-8 3.5 8M11.2 14.300h4.6" />
  </Icon>
);
export const SettingsIcon = () => (
  <Icon>
    <path d="M3 6h8M15 6h2M3 14h2M9 14h8" />
    <circle cx="13" cy="6" r="2" />
    <circle cx="7" cy="14" r="2" />
  </Icon>
);
export const CalendarIcon = () => (
  <Icon>
    <path d="M3 5h14v12H3zM3 9h14M7 3v4M13 3v4" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M5 5l10 10M15 5 5 15" />
  </Icon>
);
export const PlantIcon = () => (
  <Icon>
    <path d="M3 17V9l4 3V9l4 3V4h5v13zM6 17v-2M10 17v-2M14 17v-2" />
  </Icon>
);
