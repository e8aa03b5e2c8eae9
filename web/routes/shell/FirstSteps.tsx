import { VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstSteps as Steps } from '#contract/wire/user.ts'
import { dismissFirstSteps } from '../../api/firstSteps.ts'
import { useUser } from '../../api/user.ts'
import { useSave } from '../../forms/useSave.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './FirstSteps.module.css'

/** Pages that show the first steps: the lists of new organizations, and the dialogs opened over them. */
const SHOWN_ON = /^\/(map|(vessels|captains|users|devices)(\/(new|connect))?)\/?$/
/** Until there are data, also a vessel with the dialogs opened over her first tab. */
const VESSEL = /^\/vessels\/[\w-]{36}(\/(connect|pair|logs))?\/?$/

/** Setup steps that a new organization still needs, shown until done or dismissed. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { first_steps: steps } = useUser()
  // The socket reports the first samples before the user is loaded again.
  const isReporting = useVessels((states) => states.all().some(({ last_updated }) => last_updated !== null))
  const dismiss = useSave({
    save: dismissFirstSteps,
    success: () => null,
    failure: 'firstSteps.dismissFailed',
    affects: ['users'],
  })
  const now = steps && { ...steps, data: steps.data || isReporting }
  const shown = useLocation({
    select: ({ pathname }) => SHOWN_ON.test(pathname) || (!now?.data && VESSEL.test(pathname)),
  })
  if (!shown || !now || Object.values(now).every(Boolean)) return null
  return (
    <section className={classes.panel} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        {t('firstSteps.title')}
      </h2>
      <ol className={classes.steps}>
        <Gate permission="department:vessel-create">
          <Step step="vessel" done={now.vessel}>
            <Link to="/first-boat">{t('firstSteps.vessel')}</Link>
          </Step>
        </Gate>
        <Gate permission="vessel:vessel-pair-device">
          <Step step="data" done={now.data}>
            <Link to="/first-boat">{t('firstSteps.data')}</Link>
          </Step>
        </Gate>
        <Gate permission="department:captain-create">
          <Step step="captain" done={now.captain}>
            <Link to="/captains/new">{t('firstSteps.captain')}</Link>
          </Step>
        </Gate>
        <Gate permission="department:user-create">
          <Step step="colleague" done={now.colleague}>
            <Link to="/users/new">{t('firstSteps.colleague')}</Link>
          </Step>
        </Gate>
      </ol>
      <IconButton
        icon={IconX}
        label={t('firstSteps.dismiss')}
        className={classes.dismiss ?? ''}
        loading={dismiss.isPending}
        onClick={() => dismiss.mutate(undefined)}
      />
    </section>
  )
}

function Step({ step, done, children }: { step: keyof Steps; done: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className={classes.step} data-done={done || undefined}>
      <Icon of={done ? IconCircleCheckFilled : IconCircle} size={16} />
      {done ? (
        <span>
          {t(`firstSteps.${step}`)} <VisuallyHidden>({t('firstSteps.done')})</VisuallyHidden>
        </span>
      ) : (
        children
      )}
    </li>
  )
}
