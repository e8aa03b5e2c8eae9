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
 * Opening this page signs out. The page itself signs out, not the navigation, so that preloading a link does nothing.
 * Only the server can remove the cookie; until it has, the page does not report success.
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
