import { Problem } from '#contract/wire/errors.ts'
import { deleteOrganization } from '#contract/wire/organization.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { deleteImagesOf } from '#server/records/images.ts'
import * as organizations from '#server/records/organizations.ts'
import { dropImages } from '../images/imageFiles.ts'
import { toOrganization } from '../organization/toOrganization.ts'
import { serve } from '../serve.ts'

export const deleteOrganizationRoute = serve(
  deleteOrganization,
  async ({ db, caller, files, ip, params: { id } }) => {
    const images = await db.transaction(async (tx) => {
      const organization = await organizations.lockOrganization(tx, id)
      if (!organization) throw new Problem('not_found')
      if (id === caller.organizationId || (await organizations.isInhabited(tx, id))) {
        throw new Problem('conflict', 'An organization with users, vessels or captains is not deleted.')
      }
      const images = await deleteImagesOf(tx, id)
      await organizations.deleteOrganization(tx, id)
      await noteAct(tx, {
        // Nobody is left there to read it.
        organizationId: caller.organizationId,
        actor: caller.actor,
        ip,
        act: 'organization.delete',
        subject: { id, name: organization.name },
        before: toOrganization(organization),
      })
      return images
    })
    await dropImages(files, images)
    return { ok: true }
  },
)
