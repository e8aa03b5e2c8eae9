import { useTranslation } from 'react-i18next'

export type Severity = 'critical' | 'warning' | 'info'

/** Octagon, triangle, circle: distinguished by shape first, by colour second. */
export function SeverityIcon({ severity, size = 14 }: { severity: Severity; size?: number }) {
  const { t } = useTranslation()
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-label={t(`severity.${severity}`)}
      style={{ flex: 'none', fill: `var(--tf-sev-${severity})` }}
    >
      <path d={SEVERITY_SHAPES[severity]} />
      <path d={severity === 'info' ? INFO_MARK : EXCLAMATION} fill="var(--tf-surface-1)" />
    </svg>
  )
}

/** Outlines in a box of 16 by 16, for callers that draw severities elsewhere. */
export const SEVERITY_SHAPES: Readonly<Record<Severity, string>> = {
  critical: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z',
  warning: 'M8 1.2a1 1 0 0 1 .9.5l6.2 11.3a1 1 0 0 1-.9 1.5H1.8a1 1 0 0 1-.9-1.5L7.1 1.7a1 1 0 0 1 .9-.5Z',
  info: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Z',
}
const EXCLAMATION = 'M7.2 4.6h1.6v4.6H7.2ZM7.2 10.6h1.6v1.6H7.2Z'
const INFO_MARK = 'M7.2 4h1.6v1.6H7.2ZM7.2 7h1.6v5H7.2Z'
