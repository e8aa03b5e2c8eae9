import { useTranslation } from 'react-i18next'
import type { ReportRow } from '#contract/words/reportRows.ts'
import type { NamesState } from '../../loading/namesState.ts'
import type { Column } from '../../tables/DataTable.tsx'
import { Name } from '../../ui/Name.tsx'

export function useNameColumn(names: NamesState): Column<ReportRow> {
  const { t } = useTranslation()
  return {
    ...{ key: 'name', title: t('common.name'), sort: 'name' },
    cell: ({ name }) => <Name name={name} names={names} />,
  }
}
