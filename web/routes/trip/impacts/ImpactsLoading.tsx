import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Late } from '../../../ui/Late.tsx'
import classes from './ImpactAnalytics.module.css'

const STEPS = ['gather', 'crunch', 'analyze', 'prepare'] as const
const STEP_MS = 5000

/** Explains a long wait, one sentence after another, under a skeleton of the report. */
export function ImpactsLoading() {
  const { t } = useTranslation()
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep((now) => (now + 1) % STEPS.length), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Late>
      <div className={classes.cards} aria-hidden="true">
        <Skeleton height={243} />
        <Skeleton height={243} />
        <Skeleton height={243} />
      </div>
      <p className={classes.step} role="status">
        {t(`impacts.step.${STEPS[step] ?? 'gather'}`)}
      </p>
      <Skeleton height={320} aria-hidden="true" />
    </Late>
  )
}
