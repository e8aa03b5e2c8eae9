import { useTranslation } from 'react-i18next'
import type { AuditEntry, listAudit } from '#contract/wire/audit.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Column } from '../../tables/DataTable.tsx'
import { Missing } from '../../ui/Quantity.tsx'
import { actKey, isNamedAct } from './acts.ts'
import { Changes } from './Changes.tsx'

export function useAuditColumns(): readonly Column<AuditEntry, OrderOf<typeof listAudit>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  return [
    {
      key: 'at',
      phone: 'end',
      title: t('audit.when'),
      sort: 'at',
      cell: ({ at }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{formats.dateTimeSeconds(Date.parse(at))}</span>
      ),
    },
    {
      key: 'who',
      title: t('audit.who'),
      cell: ({ actor }) => (actor.type === 'system' ? t('audit.system') : actor.name || <Missing />),
    },
    {
      key: 'what',
      phone: 'lead',
      title: t('audit.what'),
      cell: ({ act }) => (isNamedAct(act) ? t(actKey(act)) : act),
    },
    { key: 'subject', title: t('audit.subject'), cell: ({ subject_name }) => subject_name ?? <Missing /> },
    { key: 'from', phone: 'none', title: t('audit.from'), cell: ({ ip }) => ip || <Missing /> },
    { key: 'changes', title: t('audit.changes'), cell: (entry) => <Changes entry={entry} /> },
  ]
}
