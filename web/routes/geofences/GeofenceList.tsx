import { Skeleton, TextInput } from '@mantine/core'
import { IconPolygon, IconSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compareNames } from '#contract/text/nameOrder.ts'
import type { Geofence } from '#contract/wire/geofence.ts'
import { useUser } from '../../api/user.ts'
import { HarborBadge } from '../../geofences/HarborBadge.tsx'
import { ShapeIcon } from '../../geofences/ShapeIcon.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ExchangeMenu } from './ExchangeMenu.tsx'
import classes from './Geofences.module.css'

interface Props {
  query: UseQueryResult<Geofence[]>
  selectedId: string | null
  search: string
  onSearch: (search: string) => void
  onChoose: (geofence: Geofence) => void
}

/** All geofences as cards, searchable by a part of the name. */
export function GeofenceList({ query, selectedId, search, onSearch, onChoose }: Props) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState(search)
  if (query.isError && !query.data) {
    return <LoadFailed sentence={t('error.geofences')} error={query.error} onRetry={query.refetch} />
  }
  if (!query.data) return <Loading />
  if (query.data.length === 0) {
    return (
      <Notice icon={IconPolygon} title={t('geofences.none')} hint={t('geofences.noneHint')}>
        <ExchangeMenu geofences={[]} />
      </Notice>
    )
  }
  const collator = new Intl.Collator(i18n.language, { usage: 'search', sensitivity: 'base' })
  const found = query.data
    .filter(({ name }) => holds(name, typed.trim(), collator))
    .toSorted((a, b) => compareNames(currentLanguage())(a.name, b.name))
  return (
    <>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label={t('geofences.search')}
          placeholder={t('geofences.search')}
          maxLength={100}
          leftSection={<Icon of={IconSearch} size={16} />}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            onSearch(value.trim())
          }}
        />
        <div className={classes.found}>
          <span role="status">{t('geofences.found', { count: found.length })}</span>
          <ExchangeMenu geofences={found} />
        </div>
      </div>
      <ul className={classes.cards}>
        {found.map((geofence) => (
          <li key={geofence.id}>
            <Card
              geofence={geofence}
              selected={geofence.id === selectedId}
              onClick={() => onChoose(geofence)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function Card({
  geofence,
  selected,
  onClick,
}: {
  geofence: Geofence
  selected: boolean
  onClick: () => void
}) {
  const { company } = useUser()
  return (
    <button type="button" className={classes.card} aria-current={selected || undefined} onClick={onClick}>
      <ShapeIcon geofence={geofence} />
      <span className={classes.name}>
        {geofence.name}
        {company.features.departments && <small>{geofence.department.name}</small>}
      </span>
      {geofence.is_harbor && <HarborBadge />}
    </button>
  )
}

/** True when a name contains the typed text, ignoring case and accents. */
function holds(name: string, term: string, collator: Intl.Collator): boolean {
  for (let start = 0; start + term.length <= name.length; start++) {
    if (collator.compare(name.slice(start, start + term.length), term) === 0) return true
  }
  return false
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div className={classes.cards} role="status">
      <span className={classes.loading}>{t('geofences.loading')}</span>
      {Array.from({ length: 6 }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all cards are equal
        <Skeleton key={card} height={48} radius={8} />
      ))}
    </div>
  )
}
