import { NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../api/user.ts'
import { RECENT_HOURS, setPreference, usePreference } from '../preferences/preferences.ts'
import { Segment } from '../ui/Segment.tsx'
import classes from './RecentTracksSettings.module.css'
import { useRecentTracks } from './useRecentTracks.ts'

type Choice = 'usual' | 'day' | 'own'

/** Settings for recent tracks: on or off, and their length. */
export function RecentTracksSettings() {
  const { t } = useTranslation()
  const enabled = useRecentTracks()
  const hours = usePreference('recent-tracks-hours')
  const [choice, setChoice] = useState<Choice>(
    hours === RECENT_HOURS.usual ? 'usual' : hours === RECENT_HOURS.day ? 'day' : 'own',
  )
  if (!usePermission('department:trip-view')) return null
  const choose = (next: Choice) => {
    setChoice(next)
    if (next !== 'own') setPreference('recent-tracks-hours', RECENT_HOURS[next])
  }
  return (
    <>
      <Switch
        checked={enabled}
        onChange={({ currentTarget }) => setPreference('recent-tracks', currentTarget.checked)}
        label={t('recentTracks.show')}
      />
      {enabled && (
        <div className={classes.length}>
          <Segment<Choice>
            small
            label={t('recentTracks.length')}
            value={choice}
            onChange={choose}
            options={[
              { value: 'usual', label: t('recentTracks.hours', { hours: RECENT_HOURS.usual }) },
              { value: 'day', label: t('recentTracks.hours', { hours: RECENT_HOURS.day }) },
              { value: 'own', label: t('recentTracks.own') },
            ]}
          />
          {choice === 'own' && (
            <NumberInput
              size="xs"
              w={76}
              aria-label={t('recentTracks.ownHours')}
              value={hours}
              min={1}
              max={RECENT_HOURS.most}
              clampBehavior="strict"
              allowDecimal={false}
              onChange={(value) =>
                typeof value === 'number' && value >= 1 && setPreference('recent-tracks-hours', value)
              }
            />
          )}
        </div>
      )}
    </>
  )
}
