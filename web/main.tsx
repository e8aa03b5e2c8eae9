import '@fontsource-variable/inter/index.css'
import './ui/mantineBase.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { User } from '#contract/wire/user.ts'
import { startI18n } from './i18n/i18n.ts'
import { router } from './router.ts'
import { queryClient } from './session/queryClient.ts'
import { CrashBoundary } from './ui/CrashBoundary.tsx'
import { Themed } from './ui/Themed.tsx'
import { ToastHost } from './ui/ToastHost.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (import.meta.env.DEV) await import('./ui/mantineAll.css')
await startI18n()
createRoot(root).render(
  <StrictMode>
    <CrashBoundary addresses={() => queryClient.getQueryData<User>(['users', 'me'])}>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ToastHost />
        </QueryClientProvider>
      </Themed>
    </CrashBoundary>
  </StrictMode>,
)
