import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadBlob } from '#web/downloads/downloadBlob.ts'
import { toast } from '#web/toasts/toast.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { useTokens } from '#web/ui/useTokens.ts'
import { type ChartSource, ChartSourceContext } from './plotSource.ts'

/** Menu for saving the plot rendered inside `around`; nothing while there is no plot. */
export function usePlotImage(title: string): {
  menu: ReactNode
  around: (children: ReactNode) => ReactNode
} {
  const { t } = useTranslation()
  const tokens = useTokens()
  const [source, setSource] = useState<ChartSource | null>(null)
  const download = async (of: ChartSource) => {
    const { reportImage } = await import('./reportImage.ts')
    const blob = await reportImage(of, { title, tokens })
    if (blob) downloadBlob(blob, `${title}.png`)
  }
  return {
    menu: source && (
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <MoreButton label={t('common.actionsFor', { name: title })} data-paper="none" />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon of={IconDownload} size={16} />}
            onClick={() => void download(source).catch(() => toast.failure('chart.imageFailed'))}
          >
            {t('chart.download')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
    around: (children) => <ChartSourceContext value={setSource}>{children}</ChartSourceContext>,
  }
}
