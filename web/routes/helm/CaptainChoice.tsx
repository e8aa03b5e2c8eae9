import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Helm } from '#contract/wire/helm.ts'
import { captainsQuery } from '../../api/captains.ts'
import { takeHelm } from '../../api/helm.ts'
import { usePermission } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import classes from './Helm.module.css'

interface Props {
  helm: Helm
  mayChoose: boolean
  /** True when a trip began and the organization requires a captain. */
  asks: boolean
  onClose: () => void
}

/** Above this number of names, a search field is shown. */
const LISTED = 8

/** Chooses the captain at the helm; takes the place of the dials. */
export function CaptainChoice({ helm, mayChoose, asks, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const queries = useQueryClient()
  const mayList = usePermission('department:captain-view')
  const captains = useQuery({ ...captainsQuery, enabled: mayChoose && mayList })
  const [typed, setTyped] = useState('')
  const take = useMutation({
    mutationFn: (captainId: string | null) => takeHelm(helm.vessel.id, captainId),
    onSuccess: (changed) => {
      queries.setQueryData(['helm', helm.vessel.id], changed)
      void queries.invalidateQueries({ queryKey: ['trips'] })
      onClose()
    },
    meta: { errorMessage: 'helm.takeFailed' },
  })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  useHotkeys([['Escape', () => onClose()]], [])
  const all = captains.data?.data ?? []
  const found = all.filter(({ name }) => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
  return (
    <div ref={place} tabIndex={-1} className={classes.choice} role="dialog" aria-label={t('helm.who')}>
      <h2>{t('helm.who')}</h2>
      {asks && <p className={classes.note}>{t('helm.asks')}</p>}
      {!mayChoose ? (
        <p className={classes.note}>{t('helm.mayNotChoose')}</p>
      ) : (
        <>
          {all.length > LISTED && (
            <input
              className={classes.search}
              type="search"
              aria-label={t('captains.search')}
              placeholder={t('captains.search')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <ul className={classes.names}>
            {found.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={id === helm.captain?.id}
                  disabled={take.isPending}
                  onClick={() => take.mutate(id)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
          {captains.data && found.length === 0 && <p className={classes.note}>{t('trips.noCaptain')}</p>}
          {captains.error && <p className={classes.note}>{t('error.captains')}</p>}
        </>
      )}
      {helm.spans.length > 1 && (
        <ol className={classes.spans} aria-label={t('helm.soFar')}>
          {helm.spans.map(({ captain, from, to }) => (
            <li key={from}>
              {captain?.name ?? t('helm.nobody')} {formats.time(Date.parse(from))}–
              {to ? formats.time(Date.parse(to)) : t('helm.now')}
            </li>
          ))}
        </ol>
      )}
      <button type="button" className={classes.later} onClick={onClose}>
        {t(asks ? 'helm.later' : 'common.close')}
      </button>
    </div>
  )
}
