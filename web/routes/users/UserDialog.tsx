import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import type { ListedUser } from '#contract/wire/user.ts'
import { usePermission, useUser } from '../../api/user.ts'
import { userQuery } from '../../api/users.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { MembershipFacts } from '../../ui/MembershipFacts.tsx'
import { Missing } from '../../ui/Quantity.tsx'
import { RoleBadge } from '../../ui/RoleBadge.tsx'
import { mayManage } from './mayManage.ts'
import classes from './UserDialog.module.css'

export function UserDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const user = useQuery(userQuery(id))
  const allowed = usePermission('department:user-view')
  const close = () => void navigate({ to: '/users', search: true })
  return (
    <LoadedDialog
      title={t('users.profile')}
      query={user}
      notFound={t('users.notFound')}
      failed={t('error.user')}
      allowed={allowed}
      onClose={close}
    >
      {(loaded) => (
        <FormDialog title={t('users.profile')} onClose={close}>
          <Profile user={loaded} />
        </FormDialog>
      )}
    </LoadedDialog>
  )
}

function Profile({ user }: { user: ListedUser }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const me = useUser()
  const when = (iso: string | null) => (iso ? formats.dateTime(Date.parse(iso)) : <Missing />)
  return (
    <>
      <div className={classes.who}>
        <Avatar name={user.name} url={user.profile_picture_url} size={64} />
        <div>
          <h3>
            {user.name} {user.id === me.id && <span>{t('users.you')}</span>}
          </h3>
          <RoleBadge role={user.role_id} />
        </div>
      </div>
      <dl className={classes.facts}>
        <dt>{t('users.email')}</dt>
        <dd>
          <Anchor href={`mailto:${user.email}`}>{user.email}</Anchor>
        </dd>
        <dt>{t('users.phone')}</dt>
        <dd>{user.phone_number ?? <Missing />}</dd>
        {me.company.features.departments && (
          <>
            <dt>{t('users.department')}</dt>
            <dd>{isTopLevel(user.department) ? me.company.name : user.department.name}</dd>
            <MembershipFacts memberships={user.memberships} />
          </>
        )}
        <dt>{t('users.lastLogin')}</dt>
        <dd>{when(user.last_login)}</dd>
        <dt>{t('users.createdAt')}</dt>
        <dd>{when(user.created_at)}</dd>
      </dl>
      {(user.id === me.id || mayManage(me, 'user:user-edit', user)) && <EditButton id={user.id} />}
    </>
  )
}

function EditButton({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.edit}>
      <ButtonLink to="/users/$id/edit" params={{ id }} search variant="default">
        {t('common.edit')}
      </ButtonLink>
    </div>
  )
}
