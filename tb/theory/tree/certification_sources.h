// certification_sources.h: where the figures of Transmission-Certification come from.
#ifndef FLITWISE_TB_THEORY_TREE_CERTIFICATION_SOURCES_H_
#define FLITWISE_TB_THEORY_TREE_CERTIFICATION_SOURCES_H_

#include <string>
#include <vector>

#include "tb/theory/prediction.h"
#include "tb/theory/tree/certification_variant.h"

namespace flitwise::theory {

/// Where T_sync of this variant comes from.
std::string t_sync_of(const CertificationVariant& variant);

/// One source for each figure that a prediction of this variant has.
std::vector<Source> certification_sources(const CertificationVariant& variant);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_CERTIFICATION_SOURCES_H_
