import { useTranslation } from 'react-i18next'
import type { ReportRow } from '#contract/reportRows.ts'
import type { Column } from '../../tables/DataTable.tsx'
import { Missing } from '../../ui/Quantity.tsx'

export function useNameColumn(): Column<ReportRow> {
  const { t } = useTranslation()
  return { key: 'name', title: t('common.name'), sort: 'name', cell: ({ name }) => name ?? <Missing /> }
}
