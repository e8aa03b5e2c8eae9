import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubscribedNotifications } from '#contract/user.ts'
import { saveNotifications } from '../../api/profile.ts'
import { useUser } from '../../api/user.ts'
import { SwitchRow } from '../../forms/fields.tsx'
import { useSave } from '../../forms/useSave.ts'
import { CHANNELS, type Channel, isMasterOn, turnMaster, turnOne } from './notificationSwitches.ts'
import classes from './SettingsCard.module.css'
import { SettingsCard } from './SettingsCard.tsx'

/** How alerts reach the person, channel by channel. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const saved = useUser().subscribed_notifications
  const [chosen, setChosen] = useState<SubscribedNotifications>(saved)
  const save = useSave({
    save: saveNotifications,
    success: 'settings.notificationsUpdated',
    failure: 'settings.notificationsFailed',
    affects: ['users'],
  })
  return (
    <SettingsCard
      title={t('nav.notifications')}
      hint={t('settings.notificationsLead')}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(chosen)
      }}
      actions={
        <Button
          type="submit"
          loading={save.isPending}
          disabled={JSON.stringify(chosen) === JSON.stringify(saved)}
        >
          {t('common.saveChanges')}
        </Button>
      }
    >
      {(Object.keys(CHANNELS) as Channel[]).map((channel) => (
        <ChannelSwitches key={channel} channel={channel} chosen={chosen} onChange={setChosen} />
      ))}
    </SettingsCard>
  )
}

interface Props {
  channel: Channel
  chosen: SubscribedNotifications
  onChange: (chosen: SubscribedNotifications) => void
}

function ChannelSwitches({ channel, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const { email, phone_number: phone } = useUser()
  const unreachable = channel === 'sms' && !phone
  const hint = unreachable ? (
    <>
      {t('settings.phoneNeeded')}{' '}
      <Anchor component={Link} to="/settings/personal">
        {t('settings.addPhone')}
      </Anchor>
    </>
  ) : (
    t(`settings.channelHint.${channel}`, { email, phone })
  )
  return (
    <fieldset className={classes.group} aria-label={t(`settings.channel.${channel}`)}>
      <SwitchRow
        label={t(`settings.channel.${channel}`)}
        hint={hint}
        checked={isMasterOn(chosen, channel)}
        disabled={unreachable}
        onChange={(on) => onChange(turnMaster(chosen, channel, on))}
      />
      {(['rules', 'n2k'] as const).map((which) => (
        <SwitchRow
          key={which}
          inner
          label={t(which === 'rules' ? 'settings.ruleAlerts' : 'settings.n2kAlerts')}
          checked={chosen[CHANNELS[channel][which]]}
          disabled={unreachable}
          onChange={(on) => onChange(turnOne(chosen, channel, which, on))}
        />
      ))}
    </fieldset>
  )
}
