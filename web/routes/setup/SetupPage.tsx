import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract/wire/errors.ts'
import { createOrganization, signInWithPassword } from '../../api/signIn.ts'
import { emailProblem } from '../../forms/emailProblem.ts'
import { Button } from '../../signedOut/Button.tsx'
import { PasswordField } from '../../signedOut/PasswordField.tsx'
import { TextField } from '../../signedOut/TextField.tsx'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import classes from '../../ui/signedOut.module.css'

type Field = 'organization' | 'name' | 'email' | 'password'
const MIN_PASSWORD = 6

/** First visit to an empty installation: creates the organization and its first user. */
export function SetupPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Record<Field, string>>({
    organization: '',
    name: '',
    email: '',
    password: '',
  })
  const [problems, setProblems] = useState<Partial<Record<Field | 'all', string>>>({})
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = `${t('setup.title')} · Taffrail`
  }, [t])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const email = emailProblem(values.email)
    const wrong: typeof problems = {
      ...(values.organization.trim() ? {} : { organization: t('setup.organizationRequired') }),
      ...(values.name.trim() ? {} : { name: t('setup.nameRequired') }),
      ...(email ? { email: t(email) } : {}),
      ...(values.password.length >= MIN_PASSWORD ? {} : { password: t('setup.passwordShort') }),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await createOrganization({ ...values, email: values.email.trim() })
      await signInWithPassword(values.email.trim(), values.password)
      await onSignedIn()
    } catch (error) {
      if (error instanceof Problem && error.code === 'PASSWORD_BREACHED')
        setProblems({ password: t('signIn.passwordBreached') })
      else setProblems({ all: error instanceof Problem ? error.message : t('signIn.failed') })
      setBusy(false)
    }
  }

  const field = (name: Field) => ({
    label: t(`setup.${name}`),
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
  })
  return (
    <SignedOutFrame>
      <form className={classes.form} onSubmit={submit} noValidate>
        <h1 className={classes.title}>{t('setup.title')}</h1>
        <p className={classes.lead}>{t('setup.lead')}</p>
        <TextField {...field('organization')} autoComplete="organization" autoFocus />
        <TextField {...field('name')} autoComplete="name" />
        <TextField {...field('email')} type="email" autoComplete="email" />
        <PasswordField {...field('password')} autoComplete="new-password" hint={t('setup.passwordHint')} />
        {problems.all && (
          <p className={classes.problem} role="alert">
            {problems.all}
          </p>
        )}
        <Button type="submit" wide busy={busy}>
          {t('setup.create')}
        </Button>
      </form>
    </SignedOutFrame>
  )
}
