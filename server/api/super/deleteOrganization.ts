import { Problem } from '#contract/errors.ts'
import { deleteOrganization } from '#contract/organization.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { deleteCompany, isInhabited, lockCompany } from '#server/records/companies.ts'
import { deleteImagesOf } from '#server/records/images.ts'
import { dropImages } from '../images/imageFiles.ts'
import { toCompany } from '../organization/toCompany.ts'
import { serve } from '../serve.ts'

export const deleteOrganizationRoute = serve(
  deleteOrganization,
  async ({ db, caller, files, ip, params: { id } }) => {
    await db.transaction(async (tx) => {
      const company = await lockCompany(tx, id)
      if (!company) throw new Problem('not_found')
      if (id === caller.companyId || (await isInhabited(tx, id))) {
        throw new Problem('conflict', 'An organization with users, vessels or captains is not deleted.')
      }
      const images = await deleteImagesOf(tx, id)
      await deleteCompany(tx, id)
      await noteAct(tx, {
        // Nobody is left there to read it.
        companyId: caller.companyId,
        actor: caller.actor,
        ip,
        act: 'organization.delete',
        subject: { id, name: company.name },
        before: toCompany(company),
      })
      await dropImages(files, images)
    })
    return { ok: true }
  },
)
