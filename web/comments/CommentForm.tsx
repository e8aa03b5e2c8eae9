import { Button, FileButton, Textarea } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { createComment, MAX_COMMENT_LENGTH } from '#contract/wire/comment.ts'
import { IMAGE_TYPES } from '#contract/wire/image.ts'
import { call } from '../api/call.ts'
import type { CommentSubject } from '../api/comments.ts'
import { useKeysHere } from '../keys/keysHere.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { AttachmentList } from './AttachmentList.tsx'
import classes from './CommentForm.module.css'
import { useDraft } from './useDraft.ts'
import { useDropped } from './useDropped.ts'

/** Form with text and images, which the user picks, drops or pastes. */
export function CommentForm({ about }: { about: CommentSubject }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { text, write, all, attachments } = useDraft(about)
  // The key survives leaving the tab, so that the form still knows that its comment is being sent.
  const mutationKey = ['comments', 'create', about]
  const isPending = useIsMutating({ mutationKey }) > 0
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (body: { text: string; image_ids: string[] }) =>
      call(createComment, { body: { ...body, trip_id: about.tripId, vessel_id: about.vesselId } }),
    onSuccess: () => {
      write('')
      attachments.clear()
      for (const noun of ['comments', 'trips']) void queries.invalidateQueries({ queryKey: [noun] })
    },
    meta: { errorMessage: 'comments.addFailed' },
  })

  const add = (files: FileList | File[]) => {
    if (!isPending) attachments.add(files)
  }
  const over = useDropped(add)
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // Pasted text with pictures counts as text.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    add(files)
  }

  const length = text.trim().length
  const image_ids = all.flatMap((one) => (one.status === 'done' ? [one.image.id] : []))
  const uploading = all.some(({ status }) => status === 'idle' || status === 'uploading')
  const hasContent = length > 0 || image_ids.length > 0
  const tooLong = length > MAX_COMMENT_LENGTH
  const post = () => {
    if (hasContent && !tooLong && !uploading && !isPending) mutate({ text, image_ids })
  }
  useKeysHere('comment')
  const postByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    post()
  }
  return (
    <form
      className={classes.form}
      onPaste={paste}
      onSubmit={(event) => {
        event.preventDefault()
        post()
      }}
    >
      {all.length > 0 && <AttachmentList all={all} onRemove={attachments.remove} disabled={isPending} />}
      <Textarea
        aria-label={t('comments.write')}
        placeholder={t('comments.write')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        readOnly={isPending}
        error={tooLong && t('comments.tooLong')}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={postByKey}
      />
      <div className={classes.tools}>
        <FileButton
          multiple
          accept={IMAGE_TYPES.join()}
          inputProps={{ 'aria-label': t('comments.addImages') }}
          onChange={add}
        >
          {(button) => (
            <IconButton
              icon={IconPhotoPlus}
              label={t('comments.addImages')}
              size={36}
              disabled={isPending}
              {...button}
            />
          )}
        </FileButton>
        <span className={classes.hint}>{t('comments.postHint')}</span>
        <Button type="submit" disabled={!hasContent || tooLong || uploading} loading={isPending}>
          {t('comments.post')}
        </Button>
      </div>
      {over && <p className={classes.drop}>{t('comments.dropHere')}</p>}
    </form>
  )
}
