import { useTranslation } from 'react-i18next'
import type { Column } from '../../tables/DataTable.tsx'
import { Missing } from '../../ui/Quantity.tsx'
import type { ReportRow } from './reportRows.ts'

export function useNameColumn(): Column<ReportRow> {
  const { t } = useTranslation()
  return { key: 'name', title: t('common.name'), sort: 'name', cell: ({ name }) => name ?? <Missing /> }
}
