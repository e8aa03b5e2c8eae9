import '../ui/mantineBase.css'
import { Themed } from '../ui/Themed.tsx'
import { Toasts } from '../ui/Toasts.tsx'

export function ToastsWithLibrary() {
  return (
    <Themed>
      <Toasts />
    </Themed>
  )
}
