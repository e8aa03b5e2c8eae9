import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import { ProfileForm } from '#contract/wire/user.ts'
import { removePicture, savePicture, saveProfile } from '../../api/profile.ts'
import { useUser } from '../../api/user.ts'
import { TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { PERSON_FRAME } from '../../pictures/crop.ts'
import { PictureField } from '../../pictures/PictureField.tsx'
import { queryClient } from '../../session/queryClient.ts'
import { toast } from '../../toasts/toast.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { MembershipFacts } from '../../ui/MembershipFacts.tsx'
import classes from './ProfileCard.module.css'
import { SettingsCard } from './SettingsCard.tsx'

/** Picture change applied by Save: a data URL replaces the picture, `null` removes it, undefined keeps it. */
type StagedPicture = string | null | undefined

/** Name, phone and picture; a new or removed picture also waits for Save. */
export function ProfileCard() {
  const { t } = useTranslation()
  const me = useUser()
  const [picture, setPicture] = useState<StagedPicture>(undefined)
  const url = picture === undefined ? me.profile_picture_url : picture
  const form = useForm(ProfileForm, { name: me.name, phone_number: me.phone_number }, (values) =>
    save.mutate({ ...values, phone_number: values.phone_number || null }),
  )
  const save = useMutation({
    mutationFn: saveProfile,
    onSuccess: async () => {
      const failed = await applyPicture(picture)
      if (failed) toast.failure(failed)
      else {
        setPicture(undefined)
        toast.success('settings.profileUpdated')
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
    meta: { errorMessage: 'settings.profileFailed' },
  })
  return (
    <SettingsCard
      title={t('settings.profile')}
      hint={t('settings.profileHint')}
      onSubmit={form.onSubmit}
      changed={form.changed || picture !== undefined}
      actions={
        <Button type="submit" loading={save.isPending} disabled={!form.changed && picture === undefined}>
          {t('common.saveChanges')}
        </Button>
      }
    >
      <PictureField
        shown={<Avatar name={form.values.name} url={url} size={72} />}
        hasPicture={url !== null}
        frame={PERSON_FRAME}
        tooBig="settings.pictureTooBig"
        onChange={setPicture}
      />
      <TextField field={form.field('name')} label={t('common.name')} autoComplete="name" maxLength={60} />
      <TextField
        field={form.field('phone_number')}
        label={t('users.phone')}
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <dl className={classes.facts}>
        <dt>{t('users.department')}</dt>
        <dd>
          {isTopLevel(me.department) ? me.company.name : me.department.name} · {t(`roleName.${me.role_id}`)}
        </dd>
        <MembershipFacts memberships={me.memberships} />
      </dl>
    </SettingsCard>
  )
}

async function applyPicture(picture: StagedPicture) {
  if (picture === undefined) return null
  try {
    await (picture === null ? removePicture() : savePicture(picture))
    return null
  } catch {
    return picture === null ? 'settings.pictureRemoveFailed' : 'settings.pictureFailed'
  }
}
