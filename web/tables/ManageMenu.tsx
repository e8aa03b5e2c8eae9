import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { MenuLink } from '../ui/MenuLink.tsx'
import { RowMenu } from './RowMenu.tsx'

interface Props {
  /** Address of the list; the addresses of its dialogs lie below. */
  of: '/users' | '/departments' | '/organizations'
  row: { id: string; name: string }
  mayEdit: boolean
  mayDelete: boolean
  /** Further items of the menu, between Edit and Delete. */
  children?: ReactNode
}

/** Edit and Delete of a row, as permitted; the list below keeps its search. */
export function ManageMenu({ of, row: { id, name }, mayEdit, mayDelete, children }: Props) {
  const { t } = useTranslation()
  if (!mayEdit && !mayDelete) return null
  return (
    <RowMenu label={t('common.actionsFor', { name })}>
      {mayEdit && (
        <MenuLink
          to={`${of}/$id/edit`}
          params={{ id }}
          search
          leftSection={<Icon of={IconPencil} size={16} />}
        >
          {t('common.edit')}
        </MenuLink>
      )}
      {children}
      {mayDelete && (
        <MenuLink
          to={`${of}/$id/delete`}
          params={{ id }}
          search
          leftSection={<Icon of={IconTrash} size={16} />}
        >
          {t('common.delete')}
        </MenuLink>
      )}
    </RowMenu>
  )
}
