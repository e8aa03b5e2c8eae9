import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { requestCode } from '#contract/wire/user.ts'
import type { signInAtWall } from '#contract/wire/wallLink.ts'
import { enterWall } from '../../../api/board.ts'
import { call } from '../../../api/call.ts'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import type { MessageKey } from '../../../i18n/messageKey.ts'
import classes from './WallSignIn.module.css'

interface Props {
  token: string
  onDone: (given: { pass: string; name: string; lastsMs: number }) => void
  onClose: () => void
}

const WORDS: Partial<Record<string, MessageKey>> = {
  INVALID_CREDENTIALS: 'wall.wrong',
  INVALID_OTP: 'wall.wrongCode',
  TOO_MANY_ATTEMPTS: 'wall.tooMany',
  too_many: 'wall.tooMany',
  not_allowed: 'board.mayNot',
}

/** Signs a user in for an act on the wall screen: password or mailed code, then the second factor where there is one. */
export function WallSignIn({ token, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [way, setWay] = useState<'password' | 'otp'>('password')
  const [secret, setSecret] = useState('')
  const [next, setNext] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<MessageKey | null>(null)
  const [isPending, setPending] = useState(false)

  async function attempt(work: () => Promise<void>, failure: MessageKey) {
    setPending(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem((error instanceof Problem && WORDS[error.code]) || failure)
      // A token for the second factor works once.
      setNext(null)
      setCode('')
      setSecret('')
    } finally {
      setPending(false)
    }
  }

  const signIn = () =>
    attempt(async () => {
      const proof = next === null ? { [way]: secret } : { continue: next, code }
      const answer = await enterWall({ wall_token: token, email, ...proof } as BodyOf<typeof signInAtWall>)
      if (answer.pass === null || answer.expires_at === null) return setNext(answer.continue)
      const lastsMs = Math.max(0, Date.parse(answer.expires_at) - Date.now())
      onDone({ pass: answer.pass, name: answer.name ?? '', lastsMs: Math.min(lastsMs, MOST_MS) })
    }, 'wall.failed')
  const sendCode = () =>
    attempt(async () => {
      await call(requestCode, { body: { email } })
      setWay('otp')
      setSecret('')
    }, 'wall.codeFailed')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void signIn()
  }
  const isReady = next === null ? email !== '' && secret !== '' : code !== ''
  return (
    <FormDialog
      title={t('wall.title')}
      submit={t('wall.submit')}
      isAbove
      pending={isPending}
      idle={!isReady}
      changed={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.lead}>{t('wall.lead')}</p>
      {next === null ? (
        <>
          <TextInput
            size="md"
            type="email"
            label={t('wall.email')}
            autoComplete="off"
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          {way === 'password' ? (
            <PasswordInput
              size="md"
              label={t('wall.password')}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
              value={secret}
              onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            />
          ) : (
            <TextInput
              size="md"
              label={t('wall.code')}
              description={t('wall.codeSent')}
              autoComplete="one-time-code"
              maxLength={6}
              value={secret}
              onChange={({ currentTarget }) => setSecret(currentTarget.value.trim().toUpperCase())}
            />
          )}
          <Button
            variant="subtle"
            disabled={email === '' || isPending}
            onClick={way === 'password' ? sendCode : () => setWay('password')}
          >
            {t(way === 'password' ? 'wall.withCode' : 'wall.withPassword')}
          </Button>
        </>
      ) : (
        <TextInput
          size="md"
          label={t('wall.factor')}
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value.trim())}
        />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {t(problem)}
        </p>
      )}
    </FormDialog>
  )
}

/** Longest time for which the page keeps a pass, whatever the clocks say. */
const MOST_MS = 300_000
