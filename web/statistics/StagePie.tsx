import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { percentShares } from '#contract/domain/percentShares.ts'
import { STAGES, type Stage } from '#contract/wire/statistics.ts'
import { HelpHint } from '../ui/HelpHint.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Duration, Quantity } from '../ui/Quantity.tsx'
import { useTokens } from '../ui/useTokens.ts'
import { Ring } from './Ring.tsx'
import { Share } from './Share.tsx'
import classes from './StagePie.module.css'
import { STAGE_COLOURS } from './stages.ts'

interface Props {
  title: string
  parts: Readonly<Record<Stage, number>>
  unit: 'min' | 'L'
}

/** Shares of the four stages: the total in the middle, and the value of each stage beside it. */
export function StagePie({ title, parts, unit }: Props) {
  const { t } = useTranslation()
  const { movement } = useTokens()
  const amounts = STAGES.map((stage) => parts[stage])
  const whole = amounts.reduce((sum, amount) => sum + amount, 0)
  const shares = percentShares(amounts)
  const write = (amount: number) =>
    unit === 'min' ? <Duration minutes={amount} /> : <Quantity value={amount} unit={unit} />

  const slices = useMemo(
    () =>
      STAGES.map((stage) => ({
        name: t(`stage.${stage}`),
        value: parts[stage],
        colour: movement[STAGE_COLOURS[stage]],
      })),
    [parts, movement, t],
  )
  return (
    <Panel title={title} aside={<HelpHint about={title} section="operating-stages" />}>
      <div className={classes.parted}>
        <Ring label={title} parts={slices}>
          <strong>{write(whole)}</strong>
        </Ring>
        <dl className={classes.parts}>
          {STAGES.map((stage, i) => (
            <div key={stage}>
              <dt>
                <i style={{ background: movement[STAGE_COLOURS[stage]] }} />
                {t(`stage.${stage}`)}
              </dt>
              <dd>{write(parts[stage])}</dd>
              <dd>
                <Share percent={whole > 0 ? shares[i] : null} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}
