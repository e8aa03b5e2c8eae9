import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../i18n/messageKey.ts'
import { toast } from '../toasts/toast.ts'
import { copyText } from './copyText.ts'
import { Icon } from './Icon.tsx'

interface Props {
  text: string
  /** Message after the text was copied. */
  message: MessageKey
  /** Time for which the button itself shows success, ms. */
  copiedForMs: number
}

export function CopyButton({ text, message, copiedForMs }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedForMs)
    return () => clearTimeout(timer)
  }, [copied, copiedForMs])
  const copy = async () => {
    if (!(await copyText(text))) return toast.failure('common.copyFailed')
    toast.success(message)
    setCopied(true)
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon of={copied ? IconCheck : IconCopy} size={16} />}
      onClick={() => void copy()}
    >
      {t(copied ? 'common.copied' : 'common.copy')}
    </Button>
  )
}
