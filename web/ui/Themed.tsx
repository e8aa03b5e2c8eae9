import { MantineProvider } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { markScheme, useShownScheme } from '../preferences/shownScheme.ts'
import { looks } from './theme.ts'

/** Gives the console the colours of the scheme that is shown. */
export function Themed({ children }: { children: ReactNode }) {
  const scheme = useShownScheme()
  useLayoutEffect(() => markScheme(scheme), [scheme])
  return (
    <MantineProvider
      {...looks[scheme === 'night' ? 'night' : 'day']}
      forceColorScheme={scheme === 'light' ? 'light' : 'dark'}
    >
      {children}
    </MantineProvider>
  )
}
