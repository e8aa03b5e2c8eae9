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

/** A failure that repeats this soon after the server answered, ms, has another cause than an absent server. */
const SOON_MS = 300_000

/** Page whose files or permission cannot be loaded while the server is away. It continues when the server is back. */
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
      // The server answers and lacks the file, so the console is of another version than the server.
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

/** True when the same step was tried shortly before without success, also across a reload; records the attempt. */
function isSoonAfter(done: 'tried' | 'reloaded', what: string): boolean {
  const key = `${done}:${what}`
  const lastMs = Number(sessionStorage.getItem(key) ?? 0)
  sessionStorage.setItem(key, String(Date.now()))
  return Date.now() - lastMs < SOON_MS
}
