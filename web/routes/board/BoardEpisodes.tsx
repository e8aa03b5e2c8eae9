import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardEpisode } from '#contract/wire/board.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { Ago } from '../../ui/Ago.tsx'
import { SeverityIcon } from '../../ui/SeverityIcon.tsx'
import classes from './Board.module.css'
import { BoardPart } from './BoardPart.tsx'
import { useActs } from './boardActs.ts'
import { useAcknowledge } from './useAcknowledge.ts'

/** Boats with alerts before the others are counted: the boats that are out need the rest of the space. */
const ROWS = 4

/** Alerts that need an answer, one line a boat, however many it has. */
export function BoardEpisodes({ episodes, waiting }: { episodes: readonly BoardEpisode[]; waiting: number }) {
  const { t } = useTranslation()
  const [openId, setOpenId] = useState<string | null>(null)
  const open = episodes.find(({ vessel_id }) => vessel_id === openId)
  const shown = open ? [open] : episodes.slice(0, episodes.length > ROWS ? ROWS - 1 : ROWS)
  return (
    <BoardPart
      title={t('board.answer')}
      total={waiting}
      means={t('board.answerMeans')}
      none={t('board.noneAlerts')}
      more={open ? 0 : episodes.length - shown.length}
    >
      <ul className={classes.rows}>
        {shown.map((episode) => (
          <li key={episode.vessel_id} className={classes.episode} data-severity={episode.severity}>
            <Episode
              episode={episode}
              isOpen={episode === open}
              onToggle={() => setOpenId(episode === open ? null : episode.vessel_id)}
            />
          </li>
        ))}
      </ul>
    </BoardPart>
  )
}

interface EpisodeProps {
  episode: BoardEpisode
  isOpen: boolean
  onToggle: () => void
}

function Episode({ episode, isOpen, onToggle }: EpisodeProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { mayAct } = useActs()
  const { name, severity, count, alerts } = episode
  const [worst] = alerts
  const newestMs = Math.max(...alerts.map(({ trigger_time }) => Date.parse(trigger_time)))
  const assigned = alerts.find((one) => one.assigned !== null)?.assigned
  const acknowledge = useAcknowledge()
  return (
    <>
      <button type="button" className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
        <b>
          <SeverityIcon severity={severity} size={24} /> <span title={name}>{name}</span>
          {count > 1 && (
            <em className={classes.times} title={t('board.times', { count })}>
              {formats.number(count)}×
            </em>
          )}
        </b>
        <span className={classes.age}>
          <Ago ms={newestMs} />
        </span>
        <small className={classes.wide}>
          {assigned ? `${t('board.handledBy', { name: assigned })} · ` : ''}
          {worst?.text}
        </small>
      </button>
      {isOpen && (
        <div className={classes.opened}>
          <ul>
            {alerts.map(({ id, severity, text, trigger_time }) => (
              <li key={id}>
                <SeverityIcon severity={severity} size={18} />
                <span>{text}</span>
                <time dateTime={trigger_time}>{formats.time(Date.parse(trigger_time))}</time>
              </li>
            ))}
          </ul>
          {mayAct && (
            <button
              type="button"
              className={classes.action}
              disabled={acknowledge.isPending}
              onClick={() => acknowledge.mutate(alerts.map(({ id }) => id))}
            >
              {t('board.acknowledgeAll', { count: alerts.length })}
            </button>
          )}
        </div>
      )}
    </>
  )
}
