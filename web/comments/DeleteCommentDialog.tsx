import { useTranslation } from 'react-i18next'
import { type Comment, deleteComment } from '#contract/wire/comment.ts'
import { call } from '../api/call.ts'
import { DeleteDialog } from '../forms/DeleteDialog.tsx'
import { useSave } from '../forms/useSave.ts'

export function DeleteCommentDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSave({
    save: () => call(deleteComment, { params: { id: comment.id } }),
    success: 'comments.deleted',
    failure: 'comments.deleteFailed',
    affects: ['comments', 'trips'],
    onSaved: onClose,
  })
  return (
    <DeleteDialog
      action={t('comments.delete')}
      consequence={t('comments.deleteConsequence')}
      pending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}
