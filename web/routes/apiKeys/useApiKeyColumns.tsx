import { useTranslation } from 'react-i18next'
import type { ApiKey, listApiKeys } from '#contract/wire/apiKey.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Column } from '../../tables/DataTable.tsx'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { Missing } from '../../ui/Quantity.tsx'
import { RoleBadge } from '../../ui/RoleBadge.tsx'
import { KeyPreview } from './KeyPreview.tsx'

export function useApiKeyColumns(): readonly Column<ApiKey, OrderOf<typeof listApiKeys>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const departments = new Map(useDepartmentOptions().map(({ value, label }) => [value, label]))
  return [
    { key: 'name', title: t('common.name'), sort: 'name', cell: ({ name }) => name },
    {
      key: 'key',
      title: t('apiKeys.key'),
      cell: (apiKey) => <KeyPreview apiKey={apiKey} />,
    },
    {
      key: 'department',
      title: t('users.department'),
      cell: ({ department_id }) => departments.get(department_id) ?? t('common.unknown'),
    },
    { key: 'role', title: t('users.role'), cell: ({ role_id }) => <RoleBadge role={role_id} /> },
    {
      key: 'created',
      phone: 'none',
      title: t('apiKeys.created'),
      sort: 'created_at',
      cell: ({ created_at }) => formats.dateTime(Date.parse(created_at)),
    },
    {
      key: 'lastUsed',
      title: t('apiKeys.lastUsed'),
      sort: 'last_used',
      cell: ({ last_used }) => (last_used ? formats.dateTime(Date.parse(last_used)) : <Missing />),
    },
    {
      key: 'credits',
      phone: 'end',
      title: t('apiKeys.credits'),
      sort: 'used_credits_total',
      right: true,
      cell: ({ used_credits_total }) => formats.number(used_credits_total),
    },
  ]
}
