import { IconAward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LADDER, rankOf } from '#contract/domain/rank.ts'
import type { Captain } from '#contract/wire/captain.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Missing } from '../../ui/Quantity.tsx'
import classes from './CaptainPage.module.css'

/** Rank points that a captain has earned, and the distance to the next rank. */
export function RankCard({ captain }: { captain: Captain }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { title, rp, avg_rp, avg_trip_score, level } = captain.rank
  const { progress } = rankOf(rp)
  const next = LADDER[level + 1]
  return (
    <section className={classes.rank} aria-label={t('captains.rank')}>
      <div className={classes.title}>
        <Icon of={IconAward} size={24} />
        <div>
          <strong>{t(`rank.${title}`)}</strong>
          <ButtonLink
            to="/captains/$captainId/ranks"
            params={{ captainId: captain.id }}
            variant="transparent"
            size="compact-sm"
            px={0}
          >
            {t('captains.allRanks')}
          </ButtonLink>
        </div>
      </div>
      <dl className={classes.numbers}>
        <div>
          <dt>{t('captains.points')}</dt>
          <dd>{formats.number(rp)}</dd>
        </div>
        <div>
          <dt>{t('captains.avgPoints')}</dt>
          <dd>{avg_rp === null ? <Missing /> : formats.number(avg_rp, 0)}</dd>
        </div>
        <div>
          <dt>{t('captains.avgScore')}</dt>
          <dd>{avg_trip_score === null ? <Missing /> : formats.number(avg_trip_score, 1)}</dd>
        </div>
      </dl>
      <div className={classes.progress}>
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={t('captains.progress')}
          aria-valuenow={Math.floor(progress)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${progress}%` }} />
        </div>
        <p>
          <span>
            {next
              ? t('captains.pointsToNext', {
                  points: formats.number(next[1] - rp),
                  rank: t(`rank.${next[0]}`),
                })
              : t('captains.top')}
          </span>
          <span>{Math.floor(progress)} %</span>
        </p>
      </div>
    </section>
  )
}
