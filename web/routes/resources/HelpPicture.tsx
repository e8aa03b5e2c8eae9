import { PICTURE_SIZE, type PictureName } from '../../resources/pictures.ts'
import { useScheme } from '../../ui/useTokens.ts'
import classes from './ResourcesPage.module.css'

/** Their addresses; none of them comes before it is scrolled to. */
const ADDRESSES = import.meta.glob<string>('../../resources/pictures/*.avif', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** A page of the console in the colours that the reader has. */
export function HelpPicture({ name, alt }: { name: PictureName; alt: string }) {
  const scheme = useScheme()
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
