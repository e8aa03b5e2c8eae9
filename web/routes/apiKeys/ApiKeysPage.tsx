import { IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ApiKey, KEY_ROLE_IDS } from '#contract/wire/apiKey.ts'
import { apiKeyListQuery } from '../../api/apiKeys.ts'
import { usePermission } from '../../api/user.ts'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, listQuery, nameContains, oneOf } from '../../tables/listQuery.ts'
import { PlaceFilters } from '../../tables/PlaceFilters.tsx'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconLink } from '../../ui/IconLink.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './ApiKeysPage.module.css'
import { ApiUsage } from './ApiUsage.tsx'
import { useApiKeyColumns } from './useApiKeyColumns.tsx'

const PAGE_SIZE = 10
const ORDER = 'created_at:desc'

/** API keys of the organization with their usage; dialogs open over the page. */
export function ApiKeysPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useApiKeyColumns()
  const keys = useQuery(
    apiKeyListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...nameContains(search.q),
        ...choices({ role_id: oneOf(KEY_ROLE_IDS, search.role), department_id: search.department }),
      ]),
    ),
  )
  const add = (
    <Gate permission="department:api-key-create">
      <ButtonLink to="/api-keys/new" search leftSection={<Icon of={IconPlus} size={16} />}>
        {t('apiKeys.create')}
      </ButtonLink>
    </Gate>
  )
  return (
    // The wrapper keeps the list from taking the height of the page, because content follows.
    <div>
      <ListTable
        title={t('nav.apiKeys')}
        query={keys}
        address={address}
        filters={['q', 'role', 'department']}
        pageSize={PAGE_SIZE}
        failed={t('error.apiKeys')}
        nothing={t('users.nothing')}
        empty={
          <Notice icon={IconKey} title={t('apiKeys.none')} hint={t('apiKeys.noneHint')}>
            {add}
          </Notice>
        }
        action={add}
        tools={
          <>
            <SearchField label={t('apiKeys.search')} address={address} />
            <PlaceFilters address={address} roles={KEY_ROLE_IDS} />
          </>
        }
        columns={columns}
        order={ORDER}
        menu={(key) => <KeyActions apiKey={key} />}
      />
      <ApiUsage />
      <Outlet />
    </div>
  )
}

/** Actions on one API key, each with its icon. */
function KeyActions({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  const mayEdit = usePermission('department:api-key-edit')
  const mayDelete = usePermission('department:api-key-delete')
  if (!(mayEdit || mayDelete)) return null
  return (
    <span className={classes.actions}>
      {mayEdit && (
        <IconLink
          to="/api-keys/$id/edit"
          params={{ id }}
          search
          icon={IconPencil}
          label={t('apiKeys.editKey')}
          aria-label={t('apiKeys.editKeyOf', { name })}
        />
      )}
      {mayDelete && (
        <IconLink
          to="/api-keys/$id/delete"
          params={{ id }}
          search
          icon={IconTrash}
          label={t('apiKeys.deleteKey')}
          aria-label={t('apiKeys.deleteKeyOf', { name })}
        />
      )}
    </span>
  )
}
