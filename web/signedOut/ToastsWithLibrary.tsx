import '../ui/mantineBase.css'
import { MantineProvider } from '@mantine/core'
import { themePreference } from '../preferences/themePreference.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { cssVariablesResolver, theme } from '../ui/theme.ts'

export function ToastsWithLibrary() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={themePreference()}
      defaultColorScheme="dark"
    >
      <Toasts />
    </MantineProvider>
  )
}
