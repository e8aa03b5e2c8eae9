import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartMissing, renewStyles } from '../loading/parts.ts'
import { answers, serverBack } from '../loading/serverBack.ts'
import { Late } from './Late.tsx'
import classes from './Notice.module.css'
import { Notice } from './Notice.tsx'

/** A failure that repeats this soon, ms, after the server answered has another cause than an absent server. */
const SOON_MS = 300_000

/** A page whose files or whose leave to be shown cannot be had while the server is away. It goes on when the server is back. */
export function AwayPage({ error, reset, onGiveUp }: ErrorComponentProps & { onGiveUp: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const [asking, setAsking] = useState(false)

  const goOn = useEffectEvent(async () => {
    const what = error instanceof PartMissing ? error.part : String(error)
    if (!isSoonAfter('tried', what)) {
      if (error instanceof PartMissing) error.forget()
      await renewStyles()
      await router.invalidate()
      reset()
    } else if (!isSoonAfter('reloaded', what)) {
      // The server is there and has no such file: it is another version's by now, and so is this console.
      location.reload()
    } else onGiveUp()
  })
  useEffect(() => {
    const leaving = new AbortController()
    void serverBack(leaving.signal).then(() => {
      if (!leaving.signal.aborted) void goOn()
    })
    return () => leaving.abort()
  }, [])

  const tryAgain = async () => {
    setAsking(true)
    if (await answers()) await goOn()
    setAsking(false)
  }
  return (
    <Late>
      <div className={classes.page}>
        <Notice icon={IconPlugConnectedX} title={t('error.away')} hint={t('error.awayHint')} role="alert">
          <Button variant="default" loading={asking} onClick={tryAgain}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      </div>
    </Late>
  )
}

/** Whether the same was done shortly before and did not help, which is kept over a reload; notes that it is done now. */
function isSoonAfter(done: 'tried' | 'reloaded', what: string): boolean {
  const key = `${done}:${what}`
  const lastMs = Number(sessionStorage.getItem(key) ?? 0)
  sessionStorage.setItem(key, String(Date.now()))
  return Date.now() - lastMs < SOON_MS
}
