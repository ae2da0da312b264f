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
