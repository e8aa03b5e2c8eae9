import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImageReference } from '#contract/wire/image.ts'
import { here } from '../base.ts'
import { useKeysHere } from '../keys/keysHere.ts'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './Lightbox.module.css'

interface Props {
  images: readonly ImageReference[]
  at: number
  onTurn: (to: number) => void
  onClose: () => void
}

/** One image as large as the screen; the first image follows the last. */
export function Lightbox({ images, at, onTurn, onClose }: Props) {
  const { t } = useTranslation()
  const total = images.length
  const turn = (by: 1 | -1) => onTurn((at + by + total) % total)
  // Listens on the window, because the dialog gets the focus a moment after it opens.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
  })
  useKeysHere('images', total > 1)
  const image = images[at]
  if (!image) return null
  const place = t('comments.image', { n: at + 1, total })
  return (
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 120 }}>
      <Modal.Content aria-label={t('comments.images')} classNames={{ content: classes.content ?? '' }}>
        <Modal.Body className={classes.body ?? ''}>
          <div className={classes.head}>
            <span className={classes.name}>{image.file_name}</span>
            <span role="status">{place}</span>
            <IconButton icon={IconX} label={t('common.close')} size={40} data-autofocus onClick={onClose} />
          </div>
          <div className={classes.stage}>
            <img key={image.id} className={classes.image} src={here(image.original_url)} alt={place} />
          </div>
          {total > 1 && (
            <>
              <IconButton
                icon={IconChevronLeft}
                label={t('comments.previousImage')}
                size={44}
                className={classes.previous ?? ''}
                onClick={() => turn(-1)}
              />
              <IconButton
                icon={IconChevronRight}
                label={t('comments.nextImage')}
                size={44}
                className={classes.next ?? ''}
                onClick={() => turn(1)}
              />
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
