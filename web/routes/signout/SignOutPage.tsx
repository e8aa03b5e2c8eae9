import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { releasePush } from '../../api/push.ts'
import { forgetMaps } from '../../map/mapMemory.ts'
import { session } from '../../session/session.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import { Waiting } from '../../ui/Waiting.tsx'

/**
 * Being here signs out. It happens in the page, not on the way to it, so that looking ahead at a link does nothing. Only
 * the server can do it, since the cookie is out of reach here; until it has, nobody is told that it is done.
 */
export function SignOutPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt signs out once
  useEffect(() => {
    setFailed(false)
    releasePush()
      .then(() => session.signOut())
      .then(forgetMaps)
      .then(() => navigate({ to: '/signin', replace: true }))
      .catch(() => setFailed(true))
  }, [navigate, attempt])
  if (!failed) return <Waiting />
  return (
    <SignedOutFrame>
      <Notice
        icon={IconPlugConnectedX}
        title={t('signIn.signOutFailed')}
        hint={t('signIn.signOutFailedHint')}
        role="alert"
      >
        <Button onClick={() => setAttempt((n) => n + 1)}>{t('common.tryAgain')}</Button>
        <ButtonLink to="/" variant="default">
          {t('error.backToSafety')}
        </ButtonLink>
      </Notice>
    </SignedOutFrame>
  )
}
