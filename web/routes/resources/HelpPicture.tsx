import { PICTURE_SIZE, type PictureName } from '../../resources/pictures.ts'
import { useScheme } from '../../ui/useTokens.ts'
import classes from './ResourcesPage.module.css'

/** Addresses of the pictures; each loads when the reader scrolls to it. */
const ADDRESSES = import.meta.glob<string>('../../resources/pictures/*.avif', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Picture of a page of the console, in the reader's colour scheme. */
export function HelpPicture({ name, alt }: { name: PictureName; alt: string }) {
  const scheme = useScheme() === 'light' ? 'light' : 'dark'
  return (
    <img
      className={classes.picture}
      src={ADDRESSES[`../../resources/pictures/${name}-${scheme}.avif`]}
      alt={alt}
      {...PICTURE_SIZE}
      loading="lazy"
      decoding="async"
    />
  )
}
