import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secondFactorQuery } from '../../api/secondFactor.ts'
import { useUser } from '../../api/user.ts'
import { TurnOnSecondFactorDialog } from '../../secondFactor/TurnOnSecondFactorDialog.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import classes from '../../ui/signedOut.module.css'

/** The only page of a user whose organization requires a second factor that the user has not turned on. */
export function SecondFactorFirst({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { company } = useUser()
  const { data: state } = useQuery({ ...secondFactorQuery, refetchOnWindowFocus: 'always' })
  const [isOpen, setOpen] = useState(false)
  const isDone = state?.enabled === true && !isOpen
  // Also when the user turned it on in another tab. Calls that were refused until now start over.
  useEffect(() => {
    if (isDone) void queries.resetQueries().then(onDone)
  }, [isDone, queries, onDone])
  return (
    <SignedOutFrame>
      <div className={classes.form}>
        <h1 className={classes.title}>{t('settings.secondFactorFirst')}</h1>
        <p>{t('settings.secondFactorFirstHint', { organization: company.name })}</p>
        <Button disabled={!state || state.enabled} onClick={() => setOpen(true)}>
          {t('settings.secondFactorTurnOn')}
        </Button>
        <ButtonLink to="/signout" preload={false} variant="default">
          {t('top.signOut')}
        </ButtonLink>
      </div>
      {isOpen && state && (
        <TurnOnSecondFactorDialog
          hasPassword={state.has_password}
          onClose={() => void queries.invalidateQueries(secondFactorQuery).then(() => setOpen(false))}
        />
      )}
    </SignedOutFrame>
  )
}
