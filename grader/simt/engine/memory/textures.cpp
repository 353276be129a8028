// Texture and surface objects: how to read arrays and other memory.
#include "simt/textures.h"

#include <memory>
#include <set>

#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/memory/arrays.h"

namespace simt::detail {

namespace {

struct TextureObject {
  TextureView view;
  cudaResourceDesc resource;
  cudaTextureDesc texture;
};
std::set<const TextureObject*>& objects() {
  static auto* all = new std::set<const TextureObject*>;
  return *all;
}

cudaError_t make_view(const cudaResourceDesc& r, TextureView* v) {
  const auto shape = [&](void* data, const cudaChannelFormatDesc& d, std::size_t pitch,
                         std::size_t width, std::size_t height, std::size_t depth) {
    *v = {};
    v->data = static_cast<char*>(data);
    v->pitch = pitch;
    v->plane = pitch * height;
    v->size[0] = static_cast<int>(width);
    v->size[1] = static_cast<int>(height);
    v->size[2] = static_cast<int>(depth);
    v->bits = d.x;
    v->channels = (d.x != 0) + (d.y != 0) + (d.z != 0) + (d.w != 0);
    v->kind = d.f;
    return is_valid(d) ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
  };
  switch (r.resType) {
    case cudaResourceTypeArray: {
      const cudaArray* a = r.res.array.array;
      if (!is_array(a)) return cudaErrorInvalidValue;
      return shape(a->data, a->desc, a->width * a->element, a->width, a->height, a->depth);
    }
    case cudaResourceTypeLinear: {
      const auto& l = r.res.linear;
      const std::size_t element = texel_bytes(l.desc);
      if (!l.devPtr || element == 0) return cudaErrorInvalidValue;
      return shape(l.devPtr, l.desc, l.sizeInBytes, l.sizeInBytes / element, 1, 1);
    }
    case cudaResourceTypePitch2D: {
      const auto& p = r.res.pitch2D;
      if (!p.devPtr || p.pitchInBytes % 32 != 0) return cudaErrorInvalidValue;
      return shape(p.devPtr, p.desc, p.pitchInBytes, p.width, p.height, 1);
    }
    default:
      return cudaErrorNotSupported;
  }
}

cudaError_t make_object(unsigned long long* object, const cudaResourceDesc* r,
                        const cudaTextureDesc& t) {
  if (!object || !r) return cudaErrorInvalidValue;
  auto made = std::make_unique<TextureObject>();
  if (const cudaError_t e = make_view(*r, &made->view)) return e;
  made->resource = *r;
  made->texture = t;
  TextureView& v = made->view;
  for (int i = 0; i < 3; ++i) v.address[i] = t.addressMode[i];
  for (int i = 0; i < 4; ++i) v.border[i] = t.borderColor[i];
  v.linear = t.filterMode == cudaFilterModeLinear;
  v.normalized_values = t.readMode == cudaReadModeNormalizedFloat;
  v.normalized = t.normalizedCoords != 0;
  v.seamless = t.seamlessCubemap != 0;
  // Filtering yields fractions, so it needs floats.
  if (v.linear && !v.normalized_values && v.kind != cudaChannelFormatKindFloat)
    return cudaErrorInvalidFilterSetting;
  objects().insert(made.get());
  *object = reinterpret_cast<unsigned long long>(made.release());
  return cudaSuccess;
}

const TextureObject* known_object(unsigned long long object) {
  const auto* o = reinterpret_cast<const TextureObject*>(object);
  return objects().count(o) ? o : nullptr;
}

cudaError_t destroy(unsigned long long object) {
  const TextureObject* const o = known_object(object);
  if (!o) return object == 0 ? cudaSuccess : cudaErrorInvalidValue;
  finish_everything();
  objects().erase(o);
  delete o;
  return cudaSuccess;
}

}  // namespace

TextureView texture_view(unsigned long long object) {
  return reinterpret_cast<const TextureObject*>(object)->view;
}

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view, const char* file, int line) {
  return api("cudaCreateTextureObject", file, line, [&] {
    if (!texture) return cudaErrorInvalidValue;
    return view ? cudaErrorNotSupported : make_object(object, resource, *texture);
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object, const char* file, int line) {
  return api("cudaDestroyTextureObject", file, line, [&] { return destroy(object); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object,
                                             const char* file, int line) {
  return api("cudaGetTextureObjectResourceDesc", file, line, [&] {
    const TextureObject* const o = known_object(object);
    if (!o || !resource) return cudaErrorInvalidValue;
    *resource = o->resource;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object,
                                            const char* file, int line) {
  return api("cudaGetTextureObjectTextureDesc", file, line, [&] {
    const TextureObject* const o = known_object(object);
    if (!o || !texture) return cudaErrorInvalidValue;
    *texture = o->texture;
    return cudaSuccess;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource,
                                    const char* file, int line) {
  return api("cudaCreateSurfaceObject", file, line, [&] {
    if (resource && resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
    return make_object(object, resource, {});
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object, const char* file, int line) {
  return api("cudaDestroySurfaceObject", file, line, [&] { return destroy(object); });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object,
                                             const char* file, int line) {
  return cudaGetTextureObjectResourceDesc(resource, object, file, line);
}
