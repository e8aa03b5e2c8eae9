import { Menu } from '@mantine/core'
import { IconCertificate, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Captain } from '#contract/wire/captain.ts'
import { useUser } from '../../api/user.ts'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MenuLink } from '../../ui/MenuLink.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { passesGate } from '../../ui/passesGate.ts'
import { usePhone } from '../../ui/usePhone.ts'
import classes from './CaptainPage.module.css'

export function CaptainHeader({ captain }: { captain: Captain }) {
  const { t } = useTranslation()
  const me = useUser()
  const phone = usePhone()
  const params = { captainId: captain.id }
  const mayEdit = passesGate(me, { permission: 'captain:captain-edit', entityId: captain.department_id })
  const mayDelete = passesGate(me, { permission: 'captain:captain-delete', entityId: captain.department_id })
  const department = useDepartmentOptions().find(({ value }) => value === captain.department_id)
  return (
    <header className={classes.header}>
      {/* On a phone the top bar has the title and the way back. */}
      {!phone && <BackLink to="/captains" label={t('captains.back')} />}
      <Avatar name={captain.name} url={null} size={40} />
      <div className={classes.about}>
        <h1>{captain.name}</h1>
        {me.company.features.departments && <p>{department?.label ?? captain.department.name}</p>}
      </div>
      {!phone && (
        <ButtonLink
          to="/captains/$captainId/sea-service"
          params={params}
          variant="default"
          leftSection={<Icon of={IconCertificate} size={16} />}
        >
          {t('seaService.title')}
        </ButtonLink>
      )}
      {(phone || mayEdit || mayDelete) && (
        <Menu position="bottom-end" width={176}>
          <Menu.Target>
            <MoreButton label={t('common.actions')} />
          </Menu.Target>
          <Menu.Dropdown>
            {phone && (
              <MenuLink
                to="/captains/$captainId/sea-service"
                params={params}
                leftSection={<Icon of={IconCertificate} size={16} />}
              >
                {t('seaService.title')}
              </MenuLink>
            )}
            {mayEdit && (
              <MenuLink
                to="/captains/$captainId/edit"
                params={params}
                leftSection={<Icon of={IconPencil} size={16} />}
              >
                {t('common.edit')}
              </MenuLink>
            )}
            {mayDelete && (
              <MenuLink
                to="/captains/$captainId/delete"
                params={params}
                leftSection={<Icon of={IconTrash} size={16} />}
              >
                {t('common.delete')}
              </MenuLink>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </header>
  )
}
