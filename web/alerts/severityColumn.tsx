import type { Alert } from '#contract/wire/alert.ts'
import type { Translate } from '../i18n/i18n.ts'
import table from '../tables/DataTable.module.css'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import { Seen } from './Seen.tsx'

/** Column with the severity of each alert and the person who acknowledged it. */
export const severityColumn = (t: Translate) => ({
  key: 'severity',
  title: t('alerts.severity'),
  cell: ({ severity, acknowledged }: Alert) => (
    <span className={table.person}>
      <SeverityIcon severity={severity} />
      <span aria-hidden="true">{t(`severity.${severity}`)}</span>
      <Seen acknowledged={acknowledged} />
    </span>
  ),
})
