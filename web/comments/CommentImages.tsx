import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageReference } from '#contract/wire/image.ts'
import { here } from '../base.ts'
import { lazyPart } from '../loading/parts.ts'
import classes from './CommentImages.module.css'

const Lightbox = lazyPart(() => import('./Lightbox.tsx').then((loaded) => loaded.Lightbox))

interface Props {
  images: readonly ImageReference[]
  /** True for small thumbnails, where images only need to show that they exist. */
  small?: boolean
}

/** Thumbnails that open the large image. */
export function CommentImages({ images, small }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<number | null>(null)
  return (
    <>
      <ul className={classes.images} data-small={small || undefined} aria-label={t('comments.images')}>
        {images.map(({ id, thumbnail_url }, index) => (
          <li key={id}>
            <button
              type="button"
              className={classes.image}
              aria-label={t('comments.showImage', { n: index + 1, total: images.length })}
              onClick={() => setShown(index)}
            >
              <img src={here(thumbnail_url)} alt="" loading="lazy" width={200} height={200} />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense>
          <Lightbox images={images} at={shown} onTurn={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
